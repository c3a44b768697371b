import { breadcrumbList, faqPage } from '#lib/api/page-meta.ts';
import { telephoneLink } from '#lib/text/phone.ts';
import { fullAddress } from '#addresses/full-address.ts';
import type { PublicSettingsOnPage } from '#company/use-settings.ts';
import type { ShownBlock, ShownPage } from '../content/shown.ts';
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
  const data = page.blocks.flatMap((block) => ofBlock(block, site.origin));
  if (page.service !== null) data.unshift(serviceOf(page, site));
  if (page.path === '/') return [companyOf(site), ...data];
  const way = [{ label: 'Home', to: '/' }, ...page.crumbs, { label: page.title, to: page.path }];
  return [...data, breadcrumbList(site.origin, way)];
}

function ofBlock(block: ShownBlock, origin: string): object[] {
  if (block.kind === 'services' && block.look === 'cards')
    return [
      {
        '@type': 'ItemList',
        itemListElement: block.services.flatMap(({ name, path }, i) =>
          path === null ? [] : [{ '@type': 'ListItem', position: i + 1, name, url: origin + path }],
        ),
      },
    ];
  if (block.kind !== 'questions') return [];
  const own = block.isMarkedUp ? block.items : [];
  const listed = [...own, ...block.groups.flatMap(({ questions }) => questions)];
  const questions = listed.map(({ question, answer }) => ({ question, answer: paragraphsOf(answer) }));
  return questions.length > 0 ? [faqPage(questions)] : [];
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
  const { city, state, postcode } = company.address;
  const hours = openingHours(brand.hours ?? '');
  return {
    ...providerOf(site),
    ...(brand.legalName && { legalName: brand.legalName }),
    ...(brand.about && { description: brand.about }),
    logo: origin + (brand.logo ?? '/icon-512.png'),
    image: `${origin}/og.png`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: fullAddress(company.address).split(', ').slice(0, -1).join(', '),
      addressLocality: city,
      addressRegion: state,
      postalCode: postcode,
      addressCountry: 'AU',
    },
    ...(brand.areas.length > 0 && { areaServed: brand.areas }),
    ...(hours !== undefined && { openingHours: hours }),
    ...(brand.links.length > 0 && { sameAs: brand.links }),
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
