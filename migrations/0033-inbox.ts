import { type Kysely, sql } from 'kysely';

/**
 * What the back office's inboxes list, sort and search by. Who sent a submission and its words are written with it, since they
 * follow from the version of its form; what is there already gets the words of its plain answers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table form_submissions
      add column sender_name text not null default '',
      add column sender_email text not null default '',
      add column words tsvector,
      -- counts changes of the status, which leave the answers' version alone: who fills in is not disturbed by them
      add column status_version integer not null default 0;

    update form_submissions s
      set sender_name = u.first_name || ' ' || u.last_name, sender_email = u.email
      from users u where u.id = s.user_id;
    update form_submissions s set sender_name = coalesce(told.name, ''), sender_email = coalesce(told.email, '')
      from form_submissions o
      cross join lateral (
        select btrim(concat_ws(' ', max(answer) filter (where called = 'firstname'),
            max(answer) filter (where called = 'lastname'), max(answer) filter (where called = 'name'))) as name,
          max(answer) filter (where called = 'email') as email
        from (
          select lower(field->>'modelPropertyName') as called, o.responses->>(field->>'id') as answer
          from form_versions v, jsonb_path_query(v.definition, '$.formSections[*].formRows[*].formFields[*]') field
          where v.form_id = o.form_id and v.version = o.form_version) answers) told
      where s.id = o.id and s.user_id is null;
    update form_submissions s set words = search_words(left(concat_ws(' ', sender_name, sender_email,
      (select string_agg(value, ' ') from jsonb_each_text(responses)
        where length(value) < 5000 and value not like '[%' and value not like '{%')), 100000));

    create index form_submissions_created on form_submissions (created_at, id);
    create index form_submissions_by_status on form_submissions (status, id);
    create index form_submissions_of_status on form_submissions (status, created_at, id);
    create index form_submissions_of_form_status on form_submissions (form_id, status, created_at, id);
    create index form_submissions_by_sender on form_submissions
      (lower(coalesce(nullif(sender_name, ''), sender_email)), id);
    create index form_submissions_words on form_submissions using gin (words) with (fastupdate = off);

    alter table enquiries
      -- 0 new, 1 in progress, 2 done
      add column status smallint not null default 0 check (status between 0 and 2),
      add column version integer not null default 1,
      add column words tsvector generated always as
        (search_words(company || ' ' || name || ' ' || email || ' ' || phone || ' ' || mobile || ' ' || message)) stored;
    create index enquiries_by_name on enquiries (lower(name), id);
    create index enquiries_by_company on enquiries (lower(company), id);
    create index enquiries_by_status on enquiries (status, id);
    create index enquiries_of_status on enquiries (status, created_at, id);
    create index enquiries_of_spam on enquiries (is_suspected_spam, status, created_at, id);
    create index enquiries_words on enquiries using gin (words) with (fastupdate = off);
  `.execute(db);
}
