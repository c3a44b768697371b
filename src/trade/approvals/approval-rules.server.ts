import { sql } from 'kysely';
import { badInput, type Fault } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { lockAccount } from '../accounts/sites.server.ts';
import type { ApprovalRule } from './contract.ts';

/** The rules of an account, in the sequence in which they were added. */
export async function readRules(db: Db | Tx, accountId: string): Promise<ApprovalRule[]> {
  const { rows } = await sql<ApprovalRule>`
    select json_strip_nulls(json_build_object('kind', kind, 'amount', cents, 'categoryId', category_id)) as rule, site_id as "siteId"
    from approval_rules where account_id = ${accountId} order by id`.execute(db);
  return (rows as unknown as { rule: ApprovalRule; siteId: string | null }[]).map(({ rule, siteId }) => ({
    ...rule,
    siteId,
  })); // as the statement names them
}

/** Replaces the rules of an account. Throws 400 for a site or category that does not exist. */
export async function writeRules(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  accountId: string,
  rules: readonly ApprovalRule[],
  { actor, requestId }: ActionContext,
): Promise<ApprovalRule[]> {
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    const faults = await faultsOf(tx, accountId, rules);
    if (faults.length > 0) throw badInput(...faults);
    const at = clock.now();
    const before = { rules: await readRules(tx, accountId) };
    await tx.deleteFrom('approval_rules').where('account_id', '=', accountId).execute();
    const rows = rules.map((rule) => ({
      id: newId(at.getTime()),
      account_id: accountId,
      site_id: rule.siteId,
      kind: rule.kind,
      cents: rule.kind === 'amount' ? rule.amount : null,
      category_id: rule.kind === 'category' ? rule.categoryId : null,
      created_at: at,
    }));
    if (rows.length > 0) await tx.insertInto('approval_rules').values(rows).execute();
    const after = { rules: await readRules(tx, accountId) };
    const change = { action: 'approval-rules', before, after };
    await audit(tx, { actor, requestId, entity: 'trade-account', entityId: accountId, ...change, at });
    return after.rules;
  });
}

async function faultsOf(tx: Tx, accountId: string, rules: readonly ApprovalRule[]): Promise<Fault[]> {
  const sites = await tx.selectFrom('trade_sites').select('id').where('account_id', '=', accountId).execute();
  const wanted = rules.flatMap((rule) => (rule.kind === 'category' ? [rule.categoryId] : []));
  const categories =
    wanted.length === 0 ? [] : await tx.selectFrom('categories').select('id').where('id', 'in', wanted).execute();
  const has = (rows: readonly { id: string }[], id: string) => rows.some((row) => row.id === id);
  return rules.flatMap((rule, i): Fault[] => [
    ...(rule.siteId === null || has(sites, rule.siteId)
      ? []
      : [{ path: `rules.${i}.siteId`, message: 'This site is not one of the account.' }]),
    ...(rule.kind !== 'category' || has(categories, rule.categoryId)
      ? []
      : [{ path: `rules.${i}.categoryId`, message: 'This category no longer exists.' }]),
  ]);
}
