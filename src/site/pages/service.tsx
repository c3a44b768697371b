import { data } from 'react-router';
import { contentOf } from '../services/contents.ts';
import { serviceMeta } from '../services/service-meta.ts';
import { ServicePage } from '../services/service-page.tsx';
import type { Route } from './+types/service';

export const handle = { cache: 'site' };

/** `url`, because the request's own names the file of the page's data when one comes from another page. */
export function loader({ url }: Route.LoaderArgs) {
  const content = contentOf(url.pathname);
  if (!content) throw data(null, { status: 404 });
  return content;
}

export const meta: Route.MetaFunction = (args) => (args.loaderData ? serviceMeta(args, args.loaderData) : []);

export default function Service({ loaderData }: Route.ComponentProps) {
  return <ServicePage content={loaderData} />;
}
