import { type Day, dayOf } from '#lib/day.ts';
import { Problem } from '#lib/api/problem.ts';
import { readSettings } from '#company/settings.server.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { validIdempotencyKey } from '#platform/http/idempotency-key.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import type { OrderDeps } from '#orders/place/settle-waiting-orders.server.ts';
import { type AccountAccess, requireAccountAccess } from '../accounts/site-access.server.ts';
import { readOwnCredit } from '../credit/contract.ts';
import { dueDay } from '../trading-terms.ts';
import { bankOf } from './bank-details.ts';
import * as contract from './own-contract.ts';
import { ownSentences } from './own-sentences.ts';
import { payInvoices } from './pay-by-card.server.ts';
import { listLedger, openInvoicesOf, readAccountCredit, readTerms } from './read-ledger.server.ts';
import { sendStatement } from './send-files.server.ts';
import { readStatement } from './statement.server.ts';

type OwnDeps = OrderDeps & IconDeps;

/** The ledger of an account, for its own people. */
export function ownLedgerRoutes(on: RegisterEndpoint, deps: OwnDeps): void {
  const { db, clock } = deps;
  const today = () => dayOf(clock.now());
  const access = (userId: string, accountId: string) =>
    requireAccountAccess(db, { userId, accountId, permission: 'SeeInvoices' });
  /** For what belongs to the account as a whole. */
  const wholeAccess = async (userId: string, accountId: string): Promise<void> => {
    const { hasAllSites } = await access(userId, accountId);
    if (!hasAllSites) throw new Problem(403, ownSentences.allSites);
  };

  on(contract.readOwnInvoices, async ({ actor, params: { accountId } }) =>
    ownInvoices(deps, await access(actor.id, accountId)),
  );
  on(readOwnCredit, async ({ actor, params: { accountId } }) => {
    await requireAccountAccess(db, { userId: actor.id, accountId, permission: 'Order' });
    return ownCredit(deps, accountId, today());
  });
  on(contract.listOwnLedger, async ({ actor, params: { accountId }, query, reply }) => {
    await wholeAccess(actor.id, accountId);
    return withTotal(reply, await listLedger(db, accountId, query));
  });
  on(contract.readOwnStatement, async ({ actor, params: { accountId }, query }) => {
    await wholeAccess(actor.id, accountId);
    return readStatement(db, accountId, { ...query, today: today() });
  });
  on(contract.downloadOwnStatement, async ({ actor, params: { accountId }, query: { format, ...period }, reply }) => {
    await wholeAccess(actor.id, accountId);
    return sendStatement(reply, await readStatement(db, accountId, { ...period, today: today() }), { deps, format });
  });
  on(
    contract.payByCard,
    async ({ actor, params: { accountId }, body: { entryIds, expectedTotal, ...card }, request }) => {
      const payer = await requireAccountAccess(db, { userId: actor.id, accountId, permission: 'PayInvoices' });
      const { hasAllSites, siteIds } = payer;
      const key = validIdempotencyKey(request.headers);
      const sites = hasAllSites ? undefined : siteIds;
      return payInvoices(deps, { accountId, userId: actor.id, siteIds: sites, key, entryIds, expectedTotal, card });
    },
  );
}

async function ownInvoices(deps: OwnDeps, { account, hasAllSites, siteIds, permissions }: AccountAccess) {
  const { db, clock } = deps;
  const [credit, settings] = await Promise.all([readAccountCredit(db, account.id, clock.now()), readSettings(deps)]);
  const { number, name, status, terms, reference, openedOn, limit, exposure, ageing } = credit;
  const own = hasAllSites ? credit.invoices : await openInvoicesOf(db, account, { today: dayOf(clock.now()), siteIds });
  const ofAccount = hasAllSites ? { limit, exposure, ageing } : { limit: null, exposure: null, ageing: null };
  const mayPay = permissions.includes('PayInvoices');
  return {
    number,
    name,
    status,
    terms,
    reference,
    openedOn,
    bank: bankOf(settings),
    hasAllSites,
    ...ofAccount,
    invoices: own,
    mayPay,
  };
}

async function ownCredit({ db }: OwnDeps, accountId: string, today: Day) {
  const { status, limit, exposure, terms, words } = await readTerms(db, accountId);
  return { status, terms: words, limit, exposure, dueDay: dueDay(today, terms) };
}
