import type { PublicSettingsOnPage } from '#company/use-settings.ts';
import type { ShownService } from './service-content.ts';

const cities = ['Sydney', 'Newcastle', 'Wollongong'];

interface Provider {
  origin: string;
  company: PublicSettingsOnPage['company'];
  brand: PublicSettingsOnPage['brand'];
}

/** A service as schema.org data, for search engines. */
export const structuredDataOf = (
  { path, title, description, rooms, art }: ShownService,
  { origin, company, brand }: Provider,
) => ({
  '@type': 'Service',
  name: title,
  serviceType: title,
  description,
  url: origin + path,
  image: origin + art.src,
  areaServed: cities.map((name) => ({ '@type': 'City', name })),
  provider: {
    '@type': 'LocalBusiness',
    name: company.name,
    url: `${origin}/`,
    telephone: company.officePhone,
    email: company.email,
    ...(brand.links.length > 0 && { sameAs: brand.links }),
  },
  hasOfferCatalog: {
    '@type': 'OfferCatalog',
    name: rooms.title,
    itemListElement: Object.keys(rooms.zones).map((name) => ({
      '@type': 'Offer',
      itemOffered: { '@type': 'Service', name },
    })),
  },
});
