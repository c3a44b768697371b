import { dayOf } from '#lib/day.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { type AsAt, readDebtors, totalAgeing } from './ageing.server.ts';
import * as bank from './bank/contract.ts';
import { checkBankFile, findAccounts, writeBankFile } from './bank/import-bank-file.server.ts';
import * as contract from './contract.ts';
import { ownLedgerRoutes } from './own-routes.server.ts';
import * as post from './post-entries.server.ts';
import { listLedger, readAccountCredit } from './read-ledger.server.ts';
import { remindAccount } from './reminders.server.ts';
import { sendDebtors, sendStatement } from './send-files.server.ts';
import { readStatement } from './statement.server.ts';

type LedgerRoutesDeps = IconDeps & OrderDeps;

/** The ledgers of accounts, for staff and for their own people. */
export function ledgerRoutes(on: RegisterEndpoint, deps: LedgerRoutesDeps): void {
  ownLedgerRoutes(on, deps);
  bankRoutes(on, deps);
  const { db, clock } = deps;
  const today = () => dayOf(clock.now());
  const asAt = (day: AsAt['day'] = today()): AsAt => ({ day: day < today() ? day : today(), today: today() });

  on(contract.listDebtors, async ({ query: { day, isOverdue, ...query }, reply }) =>
    withTotal(reply, await readDebtors(db, asAt(day), { ...query, isOverdue: isOverdue === 'true' })),
  );
  on(contract.readDebtorTotals, ({ query }) => totalAgeing(db, asAt(query.day)));
  on(contract.exportDebtors, ({ query: { day, format }, reply }) =>
    sendDebtors(reply, { db, asAt: asAt(day), format }),
  );

  on(contract.readAccountCredit, ({ params }) => readAccountCredit(db, params.id, clock.now()));
  on(contract.listLedger, async ({ params, query: { isOpen, ...query }, reply }) =>
    withTotal(reply, await listLedger(db, params.id, { ...query, ...(isOpen && { isOpen: isOpen === 'true' }) })),
  );
  on(contract.recordPayment, ({ params, body, context }) =>
    post.recordPayment(deps, { ...body, accountId: params.id }, context),
  );
  on(contract.recordPayBack, ({ params, body, context }) =>
    post.recordPayBack(deps, { ...body, accountId: params.id }, context),
  );
  on(contract.writeOff, ({ params, body, context }) => post.writeOff(deps, { ...body, accountId: params.id }, context));
  on(contract.allocateCredit, ({ params, body, context }) =>
    post.allocateCredit(deps, { ...body, accountId: params.id }, context),
  );
  on(contract.allocateOldest, ({ params, context }) => post.allocateOldest(deps, params.id, context));
  on(contract.takeBackAllocation, ({ params, body, context }) =>
    post.takeBackAllocation(deps, { ...body, accountId: params.id }, context),
  );
  on(contract.readStatement, ({ params, query }) => readStatement(db, params.id, { ...query, today: today() }));
  on(contract.downloadStatement, async ({ params, query: { format, ...period }, reply }) =>
    sendStatement(reply, await readStatement(db, params.id, { ...period, today: today() }), { deps, format }),
  );
  on(contract.remindAccount, async ({ params, context }) => ({
    message: await remindAccount(deps, params.id, context),
  }));
}

function bankRoutes(on: RegisterEndpoint, deps: LedgerRoutesDeps): void {
  on(bank.checkBankFile, ({ body }) => checkBankFile(deps, body));
  on(bank.writeBankFile, ({ body, context }) => writeBankFile(deps, body, context));
  on(bank.findAccounts, ({ query }) => findAccounts(deps.db, query.search));
}
