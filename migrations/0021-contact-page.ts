import { type Kysely, sql } from 'kysely';

const block = (kind: string, content: object) => ({
  id: crypto.randomUUID(),
  isHidden: false,
  anchor: '',
  shortTitle: '',
  kind,
  ...content,
});

const step = (title: string, text: string) => ({ when: '', title, text, colour: '' });

/** On the map that the program came with, in percent of its size. */
const places = [
  { name: 'Newcastle', left: 79, top: 20 },
  { name: 'Sydney', left: 68, top: 38 },
  { name: 'Wollongong', left: 56, top: 75 },
];

/** The page as the program showed it before pages of blocks could have its form. */
const contactPage = (map: string | undefined) => ({
  path: '/contact-us/',
  title: 'Contact us',
  description:
    'Call, write or visit us for a cleaning quote, a question about an order, or anything that our crews need to know about your site.',
  shareTitle: '',
  shareDescription: '',
  sharePicture: null,
  isListed: true,
  parent: null,
  hasContents: false,
  aside: null,
  blocks: [
    block('enquiry', {
      title: 'Talk to someone who cleans',
      lead: 'Every enquiry goes to a site supervisor, not a call centre. You hear back within one working day.',
      formTitle: 'Send an enquiry',
      formIntro: 'Tell us the building, the rough size and the hours it is empty.',
      phoneNote: 'Office',
      mobileNote: 'On-call supervisor, nights and weekends',
      emailNote: 'Quotes, audits and supply orders',
      addressNote: 'Office and pick-up counter.',
      picture: map === undefined ? null : { picture: map, alt: null },
      places: map === undefined ? [] : places,
    }),
    block('steps', {
      title: 'What happens next',
      intro: '',
      look: 'band',
      items: [
        step(
          'A supervisor calls',
          'Within one working day, to find an hour that suits your site. Early mornings and evenings are fine.',
        ),
        step(
          'We walk the building',
          'We measure, count fittings and note floor types. You point out what has gone wrong before.',
        ),
        step(
          'You get a scope and a price',
          'Room by room, with a fixed monthly figure including GST, within three working days of the walk.',
        ),
      ],
      body: 'Prefer to fill in a form? [Ask for a free quote](/forms/free-quote/), [tell us how the clean was](/forms/customer-feedback/) or [report an incident on site](/forms/incident-report/).',
    }),
  ],
});

/** A site that has pages gets its contact page as a page of blocks, as it was. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ map: string | null }>`
    select (select id from site_pictures where name = 'areas-map.svg' and removed_at is null limit 1) as map
    from site_pages limit 1`.execute(db);
  if (!rows[0]) return;
  const content = JSON.stringify(contactPage(rows[0].map ?? undefined));
  await sql`
    with page as (
      insert into site_pages (id, draft, published, path_key, published_at, created_at, updated_at)
      select gen_random_uuid(), ${content}::jsonb, ${content}::jsonb, 'contact-us', now(), now(), now()
      where not exists (select from site_pages where path_key = 'contact-us')
      returning id, published, published_at
    )
    insert into site_page_versions (page_id, number, content, published_at, author)
    select id, 1, published, published_at, 'System' from page`.execute(db);
}
