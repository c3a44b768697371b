import type { Deps } from '#infra/deps.server.ts';
import type { On } from '#infra/http.server.ts';
import { withTotal } from '#infra/table-page.server.ts';
import { listAudit, readAuditChoices, readHistory } from './contract.ts';
import { auditOf, choicesOf, historyOf } from './service.server.ts';

export function historyRoutes(on: On, { db }: Pick<Deps, 'db'>): void {
  on(listAudit, async ({ query, reply }) => withTotal(reply, await auditOf(db, query)));
  on(readAuditChoices, () => choicesOf(db));
  on(readHistory, async ({ actor, params, query, reply }) =>
    withTotal(reply, await historyOf(db, actor, { ...params, asked: query })),
  );
}
