import { Link as RouterLink, type LinkProps } from 'react-router';

/**
 * The router's link. On the server, an absolute path is written as it is: the router resolves it against the current page and takes
 * a twentieth of a page's rendering for that.
 */
export function Link(props: LinkProps) {
  const { to, discover, prefetch, relative, reloadDocument, replace, mask, state, ...rest } = props;
  if (!import.meta.env.SSR || typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RouterLink {...props} />;
  const { preventScrollReset, viewTransition, defaultShouldRevalidate, ...attributes } = rest;
  return <a {...attributes} href={to} data-discover="true" />;
}
