import { type Kysely, sql } from 'kysely';

/** What the lists of users and of changes sort, filter and search by, each with the id that settles rows that are alike. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index users_created on users (created_at, id) include (user_type) where archived_at is null;
    create index users_first_name on users (lower(first_name || ' ' || last_name), id) where archived_at is null;
    create index users_last_name on users (lower(last_name || ' ' || first_name), id) where archived_at is null;
    create index users_email on users (lower(email), id) where archived_at is null;
    create index users_mobile on users (mobile, id) where archived_at is null;
    create index users_type on users (user_type, id) where archived_at is null;
    create index users_type_created on users (user_type, created_at, id) where archived_at is null;
    create index users_words on users
      using gin (search_words(first_name || ' ' || last_name || ' ' || email || ' ' || mobile)) where archived_at is null;

    -- a record's name as its fields say it, under the names that slices give it
    create function record_name(content jsonb) returns text language sql immutable parallel safe
      return coalesce(content->>'name', content->>'productName', content->>'formName', content->>'orderNumber',
        content->>'code', nullif(btrim(coalesce(content->>'firstName', content->>'first_name', '') || ' ' ||
          coalesce(content->>'lastName', content->>'last_name', '')), ''), content->>'email');
    alter table audit_log
      add column title text generated always as (coalesce(record_name(after), record_name(before))) stored;

    drop index audit_log_entity, audit_log_at;
    create index audit_log_at on audit_log (at, id);
    create index audit_log_record on audit_log (entity_id, entity, at, id);
    create index audit_log_entity on audit_log (entity, at, id);
    create index audit_log_action on audit_log (action, at, id);
    create index audit_log_entity_action on audit_log (entity, action, at, id);
    create index audit_log_actor on audit_log (actor_id, at, id);
    create index audit_log_actor_entity on audit_log (actor_id, entity, at, id);
    create index audit_log_words on audit_log using gin (search_words(actor_name || ' ' || coalesce(title, '')));
  `.execute(db);
}
