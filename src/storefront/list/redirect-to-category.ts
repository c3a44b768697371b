import { redirect } from 'react-router';
import type { Route } from './+types/redirect-to-category';
import { allProducts, listPath } from '../shop-paths.ts';

/** Redirects to the category that the form without JavaScript sends, or to all products if the URL names none. */
export function loader({ request }: Route.LoaderArgs): never {
  const category = new URL(request.url).searchParams.get('category') || allProducts;
  throw redirect(listPath(encodeURIComponent(category)));
}
