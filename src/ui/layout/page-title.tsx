import { useRootData } from '#lib/api/root-data.ts';
import { pageTitle } from '#lib/api/page-meta.ts';

/** The title of a page that shows an error, and therefore has no `meta`. */
export function PageTitle({ children }: { children: string }) {
  return <title>{pageTitle(useRootData(), children)}</title>;
}
