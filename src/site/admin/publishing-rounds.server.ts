import type { Deps } from '#platform/deps.server.ts';
import { type Rounds, startRounds } from '#platform/process/periodic-rounds.server.ts';
import { publishDuePages } from './publish-pages.server.ts';
import type { SiteEditDeps } from './stored-page.server.ts';

const roundEveryMs = 10_000;

/** Publishes pages whose time has come, at once and then every ten seconds. */
export function startPublishing(deps: SiteEditDeps & Pick<Deps, 'log'>): Rounds {
  const failed = (error: unknown) => deps.log.error({ err: error }, 'could not publish the pages that are due');
  return startRounds(() => publishDuePages(deps), { everyMs: roundEveryMs, failed });
}
