import { type Kysely, sql } from 'kysely';

/**
 * Mails that have not left yet, and those that never will unless somebody sends them again. A row goes when its mail is sent.
 * It names records, and holds no address and no text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unsent_mails (
      id uuid primary key,
      kind text not null,
      -- what its writer needs: ids
      data jsonb not null,
      area text not null check (area in ('orders', 'submissions', 'enquiries', 'accounts')),
      -- the order, submission, enquiry or user that it is about
      subject_id uuid,
      created_at timestamptz not null,
      attempts integer not null default 0,
      -- the last try is made at this time
      give_up_at timestamptz not null,
      -- null once it has failed for good
      next_try_at timestamptz,
      failed_at timestamptz,
      -- a sentence about the last failure
      reason text,
      check ((next_try_at is null) = (failed_at is not null))
    );
    create index unsent_mails_due on unsent_mails (next_try_at) where next_try_at is not null;
    create index unsent_mails_subject on unsent_mails (subject_id) where subject_id is not null;
    -- those that somebody should know about
    create index unsent_mails_troubled on unsent_mails (area, created_at desc, id desc) where reason is not null;
  `.execute(db);
  // Mails that earlier versions left in the job queue carry what their writers need; now that is kept in the table.
  await sql`
    do $$
    begin
      if to_regclass('jobs.job') is null then return; end if;
      create temporary table moved on commit drop as
        select id, name, data from jobs.job
        where state in ('created', 'retry', 'active') and name in ('order-mail', 'order-notice', 'buyer-mail', 'refund-mail',
          'refund-notice', 'account-mail', 'enquiry-notify', 'enquiry-acknowledge', 'submission-notice',
          'submission-acknowledge', 'submission-copy');
      insert into unsent_mails (id, kind, data, area, subject_id, created_at, give_up_at, next_try_at)
      select m.id, m.name, m.data,
        case when m.name like 'submission-%' then 'submissions' when m.name like 'enquiry-%' then 'enquiries'
          when m.name = 'account-mail' then 'accounts' else 'orders' end,
        coalesce((m.data->>'orderId')::uuid, (m.data->>'submissionId')::uuid, (m.data->>'enquiryId')::uuid,
          (m.data->>'userId')::uuid, o.order_id, r.order_id),
        now(), now() + interval '3 days', now()
      from moved m left join order_mails o on o.id = (m.data->>'mailId')::uuid
        left join adjustment_notes n on n.id = (m.data->>'noteId')::uuid left join refunds r on r.id = n.refund_id;
      delete from jobs.job j using moved m where j.id = m.id and j.name = m.name;
    end $$
  `.execute(db);
}
