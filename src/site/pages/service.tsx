import { data } from 'react-router';
import { api, page } from '#lib/api/api-context.ts';
import { breadcrumbList, describe, faqPage } from '#lib/api/page-meta.ts';
import { getPublicSettings } from '#company/contract.ts';
import { shownServiceAt } from '../services/content-by-path.ts';
import { structuredDataOf } from '../services/structured-data.ts';
import { ServicePage } from '../services/service-page.tsx';
import { servicesPath } from '../services.ts';
import type { Route } from './+types/service';

export const handle = { cache: 'site' };

/** Uses `url`, because on client navigation the request's own URL is the page's data file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const content = shownServiceAt(url.pathname);
  if (!content) throw data(null, { status: 404 });
  const { origin } = page(context);
  const { company, brand } = await api(context)(getPublicSettings);
  return { content, origin, service: structuredDataOf(content, { origin, company, brand }) };
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { content, origin, service } = args.loaderData;
  const { path, title, description, questions } = content;
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
      service,
      faqPage(Object.entries(questions).map(([question, answer]) => ({ question, answer: [answer] }))),
      breadcrumbList(origin, way),
    ],
  });
};

export default function Service({ loaderData }: Route.ComponentProps) {
  return <ServicePage content={loaderData.content} />;
}
