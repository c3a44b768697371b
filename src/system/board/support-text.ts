import { formatInstant } from '#lib/day.ts';
import { durationText } from '#lib/text/duration-text.ts';
import { type Health, isBusy, type JobsOverview } from '../contract.ts';

/** The page as plain text for a support request, without names of people, e-mail addresses and secrets. Reasons may quote other input. */
export function supportText({ at, version, checks }: Health, { queues, failed }: JobsOverview): string {
  return [
    `Version ${version}, ${formatInstant(new Date(at))} Sydney time`,
    '',
    ...checks.map(({ name, state, figure, ms }) => `${state.padEnd(8)} ${name}: ${figure} (${ms} ms)`),
    '',
    ...queues
      .filter(isBusy)
      .map(
        ({ name, waiting, running, failed: given, oldestSeconds }) =>
          `queue    ${name}: ${waiting} waiting (oldest ${durationText(oldestSeconds)}), ${running} running, ${given} failed`,
      ),
    ...failed.map(
      ({ queue, reason, attempts, failedDate, requestId }) =>
        `failed   ${queue}, ${failedDate}, ${attempts} attempts, request ${requestId ?? 'none'}: ${reason}`,
    ),
    '',
  ].join('\n');
}
