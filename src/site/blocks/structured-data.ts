import { breadcrumbList, faqPage } from '#lib/api/page-meta.ts';
import { endOf } from '#lib/day.ts';
import { telephoneLink } from '#lib/text/phone.ts';
import { fullAddress } from '#addresses/full-address.ts';
import type { PublicSettingsOnPage } from '#company/use-settings.ts';
import type { ShownBlock, ShownBlockOf, ShownPage } from '../content/shown.ts';
import { openingHours } from './opening-hours.ts';
import { paragraphsOf } from './trade/paragraphs.ts';

interface Site {
  origin: string;
  company: PublicSettingsOnPage['company'];
  brand: PublicSettingsOnPage['brand'];
}

/**
 * A page as schema.org data, for search engines: its place in the site, and its service, services, questions or positions; the home page
 * describes the company.
 */
export function structuredDataOf(page: ShownPage, site: Site): object[] {
  const data = page.blocks.flatMap((block) => ofBlock(block, page, site));
  if (page.service !== null) data.unshift(serviceOf(page, site));
  if (page.path === '/') return [companyOf(site), ...data];
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

function postalAddressOf({ address }: Site['company']): object {
  const { unitNumber, streetNumber, streetName, city, state, postcode } = address;
  return {
    '@type': 'PostalAddress',
    streetAddress: fullAddress({ unitNumber, streetNumber, streetName }),
    addressLocality: city,
    addressRegion: state,
    postalCode: postcode,
    addressCountry: 'AU',
  };
}

/** The company as each page of a service names it. */
const providerOf = ({ origin, company }: Pick<Site, 'origin' | 'company'>): object => ({
  '@type': 'LocalBusiness',
  '@id': `${origin}/#company`,
  name: company.name,
  url: `${origin}/`,
  telephone: telephoneLink(company.officePhone).replace('tel:', ''),
  email: company.email,
});

function companyOf(site: Site): object {
  const { origin, company, brand } = site;
  const hours = openingHours(brand.hours ?? '');
  return {
    ...providerOf(site),
    ...(brand.legalName && { legalName: brand.legalName }),
    ...(brand.about && { description: brand.about }),
    logo: origin + (brand.logo ?? '/icon-512.png'),
    image: `${origin}/og.png`,
    address: postalAddressOf(company),
    ...(brand.areas.length > 0 && { areaServed: brand.areas }),
    ...(hours !== undefined && { openingHours: hours }),
    ...(brand.links.length > 0 && { sameAs: brand.links.map(({ url }) => url) }),
  };
}

type Position = ShownBlockOf<'positions'>['positions'][number];

/** What search engines require of a job: what it is, since when and until when, at which company and where. */
function jobOf(position: Position, { path }: ShownPage, { origin, company }: Site): object {
  const { changedOn, anchor, name, summary, place, type, pay, closesOn, duties } = position;
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
    jobLocation: { '@type': 'Place', address: postalAddressOf(company) },
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
    provider: providerOf({ origin, company }),
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
