import { pageKey } from './page-key.ts';

/** The first parts of addresses that belong to the program itself. */
const reserved = new Set(
  `v1 admin assets files pictures documents brand shopping forms login register logout forgot-password reset-password confirm-email
  join-orders account update-profile my-orders my-submissions playground setup
  healthz readyz metrics version.json sitemap.xml robots.txt`.split(/\s+/),
);

/** What is wrong with the address of a page; undefined if a page may have it. */
export function addressFault(path: string): string | undefined {
  const [first = ''] = pageKey(path).split('/');
  return reserved.has(first)
    ? `Addresses that begin with /${first} belong to the program. Choose another one.`
    : undefined;
}
