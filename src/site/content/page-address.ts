import { pageKey } from './page-key.ts';

/** The first parts of addresses that belong to the program itself. */
const reserved = new Set(
  `v1 admin assets files pictures documents brand shopping forms login register logout forgot-password reset-password confirm-email
  join-orders account update-profile my-orders my-submissions free-quote forms-application-form playground setup
  healthz readyz metrics version.json sitemap.xml robots.txt`.split(/\s+/),
);

/** Pages of the program below addresses that a page may have. */
const programPages: readonly string[] = ['contact-us/success'];

/** What is wrong with the address of a page; undefined if a page may have it. */
export function addressFault(path: string): string | undefined {
  const key = pageKey(path);
  const [first = ''] = key.split('/');
  if (reserved.has(first)) return `Addresses that begin with /${first} belong to the program. Choose another one.`;
  return programPages.includes(key) ? `/${key}/ belongs to the program. Choose another address.` : undefined;
}
