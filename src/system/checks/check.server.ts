import type { Deps } from '#platform/deps.server.ts';
import { within } from '#platform/process/within.server.ts';
import { errorCode } from '#lib/error-code.ts';
import { maskedLine } from '../masked-line.server.ts';
import type { Check, CheckGroup, CheckState, Health } from '../contract.ts';

export type CheckDeps = Pick<Deps, 'env' | 'clock' | 'db' | 'files'>;

export interface Outcome {
  state: CheckState;
  /** What was measured, in words. */
  figure: string;
  /** What to do, in a sentence, unless the state is `ok`. */
  advice?: string;
}

/** A check of one thing. Each check has its own time limit, so that one dead service does not delay the other checks. */
export interface HealthCheck {
  key: string;
  name: string;
  group: CheckGroup;
  /** Whether it queries the database. If so, it is left out when the database cannot be reached. */
  needsDatabase?: boolean;
  /** How long an outcome is cached: longer than the default of 3 s if the check is slow or burdens another server. */
  keepSeconds?: number;
  /** How long an outcome that is not `ok` is cached; 3 s by default, so that the page soon shows that the fault has been repaired. */
  keepFailureSeconds?: number;
  run(deps: CheckDeps): Promise<Outcome>;
}

/** The time limit of a check in milliseconds, short because the page waits for all checks. */
const withinMs = 3_000;
const usualKeepSeconds = 3;

export const ok = (figure: string): Outcome => ({ state: 'ok', figure });
export const off = (figure: string, advice = ''): Outcome => ({ state: 'off', figure, advice });
export const warning = (figure: string, advice: string): Outcome => ({ state: 'warning', figure, advice });
export const failing = (figure: string, advice: string): Outcome => ({ state: 'failing', figure, advice });

/** The beginning of advice that the owner of a shop cannot follow in the back office. */
export const askServer = 'Ask the person who runs the server to';

/** The first line of an error, without personal data. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return maskedLine(String(error));
  return maskedLine(error.message || errorCode(error) || error.name);
}

const tableMissing = '42P01';

function outcomeOfError(error: unknown): Outcome {
  if (errorCode(error) === tableMissing) return off('The database is not filled yet', 'Start the shop once.');
  return failing(reasonOf(error), 'Look for this in the log of the server at the time of this check.');
}

/** Runs a check. It never throws, and always ends within the time limit. */
export async function runCheck(check: HealthCheck, deps: CheckDeps): Promise<Check> {
  const { key, name, group } = check;
  const start = performance.now();
  const outcome = await within(withinMs, check.run(deps)).catch(outcomeOfError);
  const {
    state,
    figure,
    advice = '',
  } = outcome ?? {
    state: 'failing' as const,
    figure: `No answer within ${withinMs / 1000} s`,
    advice: 'The service behind this check is down or overloaded.',
  };
  const ms = Math.round(performance.now() - start);
  return { key, name, group, state, figure, advice, ms, at: deps.clock.now().toISOString() };
}

const badness: Record<CheckState, number> = { off: 0, ok: 0, warning: 1, failing: 2 };

/** The worst state of several checks. */
export const worstOf = (checks: readonly Pick<Check, 'state'>[]): CheckState =>
  checks.reduce<CheckState>((worst, { state }) => (badness[state] > badness[worst] ? state : worst), 'ok');

/** Reads the state of all checks, or of those with these keys. */
export type ReadHealth = (keys?: readonly string[]) => Promise<Health>;

/**
 * Runs all checks at once. Outcomes are cached for some seconds and shared by all callers, so that viewers of the page add no load and the
 * mail server is not contacted every few seconds.
 */
export function makeHealth(checks: readonly HealthCheck[], deps: CheckDeps, version: string): ReadHealth {
  const kept = new Map<string, { until: number; outcome: Promise<Check> }>();
  const outcomeOf = (check: HealthCheck): Promise<Check> => {
    const now = performance.now();
    const known = kept.get(check.key);
    if (known && now < known.until) return known.outcome;
    const outcome = runCheck(check, deps);
    kept.set(check.key, { until: now + (check.keepSeconds ?? usualKeepSeconds) * 1000, outcome });
    const keepFailureMs = (check.keepFailureSeconds ?? usualKeepSeconds) * 1000;
    void outcome.then(({ state }) => {
      if (state !== 'ok') kept.set(check.key, { until: performance.now() + keepFailureMs, outcome });
    });
    return outcome;
  };
  return async (keys) => {
    const chosen = checks.filter(({ key }) => keys?.includes(key) ?? true);
    const outcomes = await Promise.all(chosen.map(outcomeOf));
    return { at: deps.clock.now().toISOString(), version, state: worstOf(outcomes), checks: outcomes };
  };
}
