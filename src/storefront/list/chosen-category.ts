import { redirect } from 'react-router';
import type { Route } from './+types/chosen-category';
import { everything, listPath } from './trail.ts';

/** Leads to the list of the category that was sent without script; to all products when somebody shortens an address. */
export function loader({ request }: Route.LoaderArgs): never {
  const category = new URL(request.url).searchParams.get('category') || everything;
  throw redirect(listPath(encodeURIComponent(category)));
}
