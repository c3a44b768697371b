import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { makeHealth } from './checks/check.server.ts';
import { shopChecks } from './checks/shop-checks.server.ts';
import { readHealth, readJobs, readUpdate, retryAllJobs, retryJob, sentences } from './contract.ts';
import { readJobsOverview, retryFailed } from './failed-jobs.server.ts';
import { confirmPrivacyPolicy, readOpening, sendTestMail } from './opening/contract.ts';
import * as opening from './opening/opening.server.ts';
import * as testMail from './opening/test-mail.server.ts';
import { programVersion } from '#platform/process/version.server.ts';
import { newerIn, readAnswer } from './update-notice.server.ts';

const retried = (count: number) => ({ count, message: sentences.retried(count) });

export function systemRoutes(on: RegisterEndpoint, deps: Deps): void {
  const health = makeHealth(shopChecks, deps, programVersion);
  on(readHealth, () => health());
  on(readJobs, () => readJobsOverview(deps.db));
  on(retryJob, async ({ params: { id }, context }) => retried(await retryFailed(deps, { id }, context)));
  on(retryAllJobs, async ({ body: { queue }, context }) => retried(await retryFailed(deps, { queue }, context)));
  on(readOpening, ({ actor }) => opening.openingFor(deps, health, actor));
  on(confirmPrivacyPolicy, ({ context }) => opening.confirmPrivacyPolicy(deps, context));
  on(sendTestMail, ({ actor }) => testMail.sendTestMail(deps, actor));
  on(readUpdate, async () => {
    const update = deps.env.updateUrl === undefined ? null : newerIn(await readAnswer(deps.db));
    return { current: programVersion, update };
  });
}
