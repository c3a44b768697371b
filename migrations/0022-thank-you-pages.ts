import { type Kysely, sql } from 'kysely';

interface ThankYouPage {
  key: string;
  path: string;
  lead: string;
  steps: string[];
  /** The second link, left out on a site without the page that it leads to. */
  more: { label: string; key: string; part: string };
}

/** The pages as the program showed them before a page of blocks could thank. */
const thankYouPages: ThankYouPage[] = [
  {
    key: 'contact-us/success',
    path: '/contact-us/success/',
    lead: 'Your message is with the people who plan the work. A confirmation is on its way to your inbox.',
    steps: [
      'A supervisor reads it and answers within one working day, by phone if you left a number.',
      'If it is about a site, you agree on a time for a site walk. Early mornings and evenings are fine.',
      'If it is about an order, have its number ready. It starts with SO.',
    ],
    more: { label: 'Read the FAQs', key: 'faqs', part: '' },
  },
  {
    key: 'free-quote/success',
    path: '/free-quote/success',
    lead: 'Your request for a quote is with a supervisor. Nothing is charged for the walk or the quote.',
    steps: [
      'The supervisor calls within one working day to find a time that suits your site.',
      'You walk the building together. It takes about an hour: rooms are measured, fittings counted, floors noted.',
      'Within three working days of the walk you have the scope, room by room, and a fixed monthly price.',
    ],
    more: { label: 'How we set our prices', key: 'faqs', part: '#how-is-the-price-set' },
  },
  {
    key: 'forms-application-form/success',
    path: '/forms-application-form/success',
    lead: 'Your application is with the people who make the rosters. There is no need to send it again.',
    steps: [
      'We read every application and call you within five working days, whichever way we decide.',
      'At the interview you see a roster and a site. Bring photo ID and proof that you may work in Australia.',
      'The police check and, for schools, the Working with Children Check come next. Then your paid induction begins.',
    ],
    more: { label: 'Read about both positions again', key: 'careers', part: '' },
  },
];

function contentOf({ path, lead, steps, more }: ThankYouPage, ids: ReadonlyMap<string, string>) {
  const home = ids.get('');
  const target = ids.get(more.key);
  const second = target === undefined ? [] : [{ label: more.label, to: `page:${target}${more.part}`, isQuiet: true }];
  const first = { label: 'Go to the home page', to: home === undefined ? '/' : `page:${home}`, isQuiet: false };
  const block = {
    id: crypto.randomUUID(),
    isHidden: false,
    anchor: '',
    shortTitle: '',
    kind: 'thanks',
    title: 'Thank you for your submission',
    lead,
    stepsTitle: 'What happens next',
    steps,
    actions: [first, ...second],
    picture: null,
    hasPhone: true,
    mobileNote: 'at night and on weekends',
  };
  return {
    path,
    title: 'Thank you',
    description: lead,
    shareTitle: '',
    shareDescription: '',
    sharePicture: null,
    isListed: false,
    parent: null,
    hasContents: false,
    aside: null,
    blocks: [block],
  };
}

/** A site that has pages gets its three thank-you pages as pages of blocks, as they were. Expands only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, path_key as key from site_pages where path_key is not null and removed_at is null`.execute(db);
  if (rows.length === 0) return;
  const ids = new Map(rows.map(({ id, key }) => [key, id]));
  for (const page of thankYouPages.filter(({ key }) => !ids.has(key))) {
    const content = JSON.stringify(contentOf(page, ids));
    await sql`
      with page as (
        insert into site_pages (id, draft, published, path_key, published_at, created_at, updated_at)
        values (gen_random_uuid(), ${content}::jsonb, ${content}::jsonb, ${page.key}, now(), now(), now())
        returning id, published, published_at
      )
      insert into site_page_versions (page_id, number, content, published_at, author)
      select id, 1, published, published_at, 'System' from page`.execute(db);
  }
}
