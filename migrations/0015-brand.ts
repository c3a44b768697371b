import { type Kysely, sql } from 'kysely';

/** What pages said of the company until now, in the program's own text. It stays for who has used the program. */
const before = {
  legalName: '',
  tagline: 'Commercial cleaning and cleaning supplies.',
  about:
    'Commercial cleaning and cleaning supplies for Greater Sydney, Newcastle and the Illawarra. Family run since 2009.',
  acknowledgement:
    'We work on Gadigal, Dharug, Awabakal and Dharawal Country and pay our respects to Elders past and present.',
  hours: 'Monday to Friday, 7 am to 6 pm',
  areas: [
    'Sydney, from the CBD to Penrith',
    'Newcastle and Lake Macquarie',
    'Wollongong and the Illawarra',
    'Supplies delivered Australia-wide',
  ],
  links: [],
  accent: '#0b7a5b',
  ink: '#0b3b3c',
  logo: null,
  logoOnDark: null,
  icon: null,
  share: null,
};

/** What a company looks like and says of itself on every page; and the claim to change it. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table brand (
      id smallint primary key default 1 check (id = 1),
      content jsonb not null,
      version integer not null default 1,
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    insert into brand (content) select ${JSON.stringify(before)}::jsonb where exists (select from settings)`.execute(
    db,
  );
  // Who may change the settings could change all that a company says of itself until now.
  await sql`
    update users set claims = array_append(claims, 'ManageSite')
    where 'ManageUserPermissions' = any(claims) and not 'ManageSite' = any(claims)`.execute(db);
}
