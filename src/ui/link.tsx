import type { ComponentType, RefAttributes } from 'react';
import { Link as RouterLink, type LinkProps } from 'react-router';

type Props = LinkProps & RefAttributes<HTMLAnchorElement>;

/**
 * The router's link. On the server, an absolute path is written as it is: the router resolves it against the current page and takes
 * a twentieth of a page's rendering for that.
 */
export const Link: ComponentType<Props> = import.meta.env.SSR ? ServerLink : RouterLink;

function ServerLink(props: Props) {
  const { to, discover, prefetch, relative, reloadDocument, replace, mask, state, children, ...rest } = props;
  if (typeof to !== 'string' || !/^\/(?!\/)/.test(to)) return <RouterLink {...props} />;
  const { preventScrollReset, viewTransition, defaultShouldRevalidate, ...attributes } = rest;
  return (
    <a {...attributes} href={to} data-discover="true">
      {children}
    </a>
  );
}
