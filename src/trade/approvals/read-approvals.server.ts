import { sql } from 'kysely';
import { notFound } from '#lib/api/problem.ts';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { isoInstant } from '#platform/db/iso-instant.server.ts';
import { limitAndOffset, type RowsWithTotal } from '#platform/list/table-page.server.ts';
import { mostRows } from '#lib/table-limits.ts';
import { isSiteOfMember, readSiteAccess, requireAccountAccess } from '../accounts/site-access.server.ts';
import { personOf } from '../people/person-name.server.ts';
import { blanketPoFault } from '../blanket-pos/take-blanket-po.server.ts';
import { readApprovers, readLimitReasons } from '../limits/approval-reasons.server.ts';
import { type Approval, type ApprovalRow, sentences } from './contract.ts';
import type { Snapshot } from './snapshot.server.ts';

/** Who looks at a request: the member whose it is, or who may approve it. */
export interface Reader {
  memberId: string;
  /** Whether they approve for the request's site. */
  mayApprove: boolean;
}

/** How a member of the account reads a request; undefined for everybody else, and for those without its site or permission. */
export async function readerOf(db: Db | Tx, userId: string, approvalId: string): Promise<Reader | undefined> {
  const { rows } = await sql<Reader & { isOwn: boolean; maySee: boolean }>`
    select m.id as "memberId", a.member_id = m.id as "isOwn", 'Approve' = any(r.permissions) and s.is_theirs as "mayApprove",
      'SeeAllOrders' = any(r.permissions) and s.is_theirs as "maySee"
    from approvals a join trade_members m on m.account_id = a.account_id and m.user_id = ${userId} and m.removed_at is null
    join trade_roles r on r.id = m.role_id,
    lateral (select ${isSiteOfMember(sql`a.site_id`)} as is_theirs) s
    where a.id = ${approvalId}`.execute(db);
  const [reader] = rows;
  if (!reader || !(reader.isOwn || reader.mayApprove || reader.maySee)) return undefined;
  return { memberId: reader.memberId, mayApprove: reader.mayApprove };
}

type StoredApproval = Omit<Approval, 'lines' | 'poNumber' | 'costCentre' | 'discount' | 'shippingFee' | 'approvers'> & {
  snapshot: Snapshot;
  memberId: string;
  accountId: string;
  siteId: string;
};

/** A request as one of its readers sees it: while it is open, with what is left of budgets and limits now. Throws 404. */
export async function readApproval(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  reader: Reader,
): Promise<Approval> {
  const { rows } = await sql<StoredApproval>`
    select a.id, a.account_id as "accountId", a.site_id as "siteId", a.member_id as "memberId", s.name as "siteName",
      c.name as "accountName", ${personOf('a.member_id')} as "requestedBy", a.state, a.total_cents as total, a.reasons, a.snapshot, a.hash,
      a.order_id as "orderId", o.number as "orderNumber", ${isoInstant('a.created_at')} as "createdDate",
      (select json_build_object('listName', l.name, 'dueOn', r.due_on) from standing_order_runs r
        join standing_orders t on t.id = r.standing_order_id join order_lists l on l.id = t.list_id where r.approval_id = a.id) as "standingOrder",
      (select json_agg(json_build_object('id', e.id, 'kind', e.kind, 'note', e.note, 'at', ${isoInstant('e.at')},
        'by', ${personOf('e.member_id')}) order by e.id) from approval_events e where e.approval_id = a.id) as events
    from approvals a join trade_sites s on s.id = a.site_id join trade_accounts c on c.id = a.account_id
    left join orders o on o.id = a.order_id where a.id = ${id}`.execute(db);
  const [stored] = rows;
  if (!stored) throw notFound(sentences.notFound);
  const { snapshot, memberId, accountId, siteId, ...approval } = stored;
  const isOwn = memberId === reader.memberId;
  const isOpen = approval.state === 'open';
  const { lines, poNumber, costCentre, discount, shippingFee } = snapshot;
  const approvers = await readApprovers(db, { accountId, siteId, memberId });
  const access = isOpen ? await readSiteAccess(db, { memberId, siteId }) : undefined;
  const order = access && { access, total: approval.total, at: clock.now() };
  const limits = order ? await readLimitReasons(db, order, isOwn ? undefined : approval.requestedBy) : [];
  const po = order && { siteId, poNumber, total: approval.total, at: order.at };
  const poFault = po && (await blanketPoFault(db, po));
  return {
    ...approval,
    reasons: [
      ...(isOpen && !access ? [sentences.siteArchived] : []),
      ...limits,
      ...approval.reasons,
      ...(poFault === undefined ? [] : [poFault]),
    ],
    lines,
    poNumber,
    costCentre,
    discount,
    shippingFee,
    mayDecide: isOpen && reader.mayApprove && !isOwn,
    mayWithdraw: isOpen && isOwn,
    approvers: approvers.map(({ name }) => name),
  };
}

/** A page of the account's requests that somebody may see, newest first. Throws 403 for anybody who is none of its people. */
export async function readApprovals(
  db: Db,
  { userId, accountId }: { userId: string; accountId: string },
  query: { page?: number | undefined; pageSize?: number | undefined; state?: ApprovalRow['state'] | undefined },
): Promise<RowsWithTotal<ApprovalRow>> {
  const { memberId, permissions, siteIds } = await requireAccountAccess(db, { userId, accountId });
  const mayApprove = permissions.includes('Approve');
  const ofSites = mayApprove || permissions.includes('SeeAllOrders') ? siteIds : [];
  const { limit, offset } = limitAndOffset(query);
  const visible = sql`a.account_id = ${accountId} and (a.member_id = ${memberId} or a.site_id = any(${ofSites}::uuid[]))
    and (${query.state ?? null}::text is null or a.state = ${query.state ?? null})`;
  const { rows } = await sql<ApprovalRow>`
    select a.id, s.name as "siteName", ${personOf('a.member_id')} as "requestedBy", a.state, a.total_cents as total,
      ${isoInstant('a.created_at')} as "createdDate",
      a.state = 'open' and ${mayApprove} and a.member_id <> ${memberId} and a.site_id = any(${siteIds}::uuid[]) as "mayDecide"
    from approvals a join trade_sites s on s.id = a.site_id where ${visible}
    order by a.created_at desc, a.id desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (select from approvals a where ${visible} limit ${mostRows + 1}) n`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
