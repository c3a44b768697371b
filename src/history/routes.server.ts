import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { listAudit, readAuditChoices, readHistory } from './contract.ts';
import { listAuditEntries, readChoices, listHistoryOf } from './audit-log.server.ts';

export function historyRoutes(on: RegisterEndpoint, { db }: Pick<Deps, 'db'>): void {
  on(listAudit, async ({ query, reply }) => withTotal(reply, await listAuditEntries(db, query)));
  on(readAuditChoices, () => readChoices(db));
  on(readHistory, async ({ actor, params, query, reply }) =>
    withTotal(reply, await listHistoryOf(db, actor, { ...params, table: query })),
  );
}
