import { breadcrumbList, faqPage } from '#lib/api/page-meta.ts';
import { endOf } from '#lib/day.ts';
import { fullAddress } from '#addresses/full-address.ts';
import type { PublicSettingsOnPage } from '#company/use-settings.ts';
import type { ShownBlock, ShownBlockOf, ShownPage } from '../content/shown.ts';
import { paragraphsOf } from './trade/paragraphs.ts';

interface Site {
  origin: string;
  company: PublicSettingsOnPage['company'];
  brand: PublicSettingsOnPage['brand'];
}

/** A page as schema.org data, for search engines: its place in the site, and its service, services, questions or positions. */
export function structuredDataOf(page: ShownPage, site: Site): object[] {
  const data = page.blocks.flatMap((block) => ofBlock(block, page, site));
  if (page.service !== null) data.unshift(serviceOf(page, site));
  if (page.path === '/') return data;
  const way = [{ label: 'Home', to: '/' }, ...page.crumbs, { label: page.title, to: page.path }];
  return [...data, breadcrumbList(site.origin, way)];
}

function ofBlock(block: ShownBlock, page: ShownPage, site: Site): object[] {
  const { origin } = site;
  if (block.kind === 'services' && block.look === 'cards')
    return [
      {
        '@type': 'ItemList',
        itemListElement: block.services.flatMap(({ name, path }, i) =>
          path === null ? [] : [{ '@type': 'ListItem', position: i + 1, name, url: origin + path }],
        ),
      },
    ];
  if (block.kind === 'positions') return block.positions.map((position) => jobOf(position, page, site));
  if (block.kind !== 'questions') return [];
  const own = block.isMarkedUp ? block.items : [];
  const listed = [...own, ...block.groups.flatMap(({ questions }) => questions)];
  const questions = listed.map(({ question, answer }) => ({ question, answer: paragraphsOf(answer) }));
  return questions.length > 0 ? [faqPage(questions)] : [];
}

type Position = ShownBlockOf<'positions'>['positions'][number];

/** What search engines require of a job: what it is, since and until when, with whom and where. */
function jobOf(position: Position, { path }: ShownPage, { origin, company }: Site): object {
  const { changedOn, anchor, name, summary, place, type, pay, closesOn, duties } = position;
  const { unitNumber, streetNumber, streetName, city, state, postcode } = company.address;
  const employment = /full.?time/i.test(type) ? 'FULL_TIME' : /part.?time|casual/i.test(type) ? 'PART_TIME' : undefined;
  return {
    '@type': 'JobPosting',
    title: name,
    description: [summary, place, pay, ...duties].filter(Boolean).join('\n'),
    url: `${origin}${path}#${anchor}`,
    datePosted: changedOn,
    ...(closesOn !== null && { validThrough: endOf(closesOn).toISOString() }),
    ...(employment && { employmentType: employment }),
    hiringOrganization: { '@type': 'Organization', name: company.name, sameAs: `${origin}/` },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        streetAddress: fullAddress({ unitNumber, streetNumber, streetName }),
        addressLocality: city,
        addressRegion: state,
        postalCode: postcode,
        addressCountry: 'AU',
      },
    },
  };
}

function serviceOf({ path, title, description, blocks }: ShownPage, { origin, company, brand }: Site): object {
  const picture = blocks.find((block) => block.kind === 'hero')?.picture;
  const scope = blocks.find((block) => block.kind === 'scope');
  return {
    '@type': 'Service',
    name: title,
    serviceType: title,
    description,
    url: origin + path,
    ...(picture && { image: origin + picture.path }),
    ...(brand.areas.length > 0 && { areaServed: brand.areas }),
    provider: {
      '@type': 'LocalBusiness',
      name: company.name,
      url: `${origin}/`,
      telephone: company.officePhone,
      email: company.email,
      ...(brand.links.length > 0 && { sameAs: brand.links }),
    },
    ...(scope && {
      hasOfferCatalog: {
        '@type': 'OfferCatalog',
        name: scope.title,
        itemListElement: scope.areas.map(({ title }) => ({
          '@type': 'Offer',
          itemOffered: { '@type': 'Service', name: title },
        })),
      },
    }),
  };
}
