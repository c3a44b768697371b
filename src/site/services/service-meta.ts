import { breadcrumbList, describe, faqPage } from '#lib/page-meta.ts';
import type { RootData } from '#lib/root-data.ts';
import type { PublicSettingsOnPage } from '#settings/use-settings.ts';
import { servicesPath } from '../services.ts';
import type { ServiceContent } from './content.ts';
import { sceneOf } from './scenes.ts';

type MetaArgs = Parameters<typeof describe>[0];
type Known = Partial<RootData & { settings: PublicSettingsOnPage }>;

const cities = ['Sydney', 'Newcastle', 'Wollongong'];

/** Title, description, canonical address and structured data of a service's page. */
export function serviceMeta(args: MetaArgs, content: ServiceContent) {
  const { path, title, description, questions } = content;
  const known = args.matches[0]?.loaderData as Known | undefined; // the root's; missing when it failed
  const origin = known?.origin ?? '';
  const way = [
    { label: 'Home', to: '/' },
    { label: 'Services', to: servicesPath },
    { label: title, to: path },
  ];
  return describe(args, {
    title,
    description,
    path,
    image: `/og${path}.jpg`,
    structured: [
      serviceData(content, origin, known?.settings?.company),
      faqPage(questions),
      breadcrumbList(origin, way),
    ],
  });
}

/** A service as search engines read it (schema.org Service). */
function serviceData(
  { path, title, description, rooms }: ServiceContent,
  origin: string,
  company: PublicSettingsOnPage['company'] | undefined,
) {
  return {
    '@type': 'Service',
    name: title,
    serviceType: title,
    description,
    url: origin + path,
    image: origin + sceneOf(path).src,
    areaServed: cities.map((name) => ({ '@type': 'City', name })),
    ...(company && {
      provider: {
        '@type': 'LocalBusiness',
        name: company.name,
        url: `${origin}/`,
        telephone: company.officePhone,
        email: company.email,
      },
    }),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: rooms.title,
      itemListElement: rooms.zones.map(({ name }) => ({ '@type': 'Offer', itemOffered: { '@type': 'Service', name } })),
    },
  };
}
