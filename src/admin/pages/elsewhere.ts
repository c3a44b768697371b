import { data, redirectDocument } from 'react-router';
import type { Route } from './+types/elsewhere';

/** No page of the back office has this address. */
export function loader() {
  throw data(null, { status: 404 });
}

/**
 * In the list of routes that visitors load, this route stands for the whole back office (`scripts/compress.ts`), so that visitors
 * do not load its routes. Following a link to it loads a document, with the list of all routes.
 */
export function clientLoader({ url }: Route.ClientLoaderArgs) {
  throw redirectDocument(url.pathname + url.search);
}

export default function Elsewhere() {
  return null;
}
