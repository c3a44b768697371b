import type { HeadersArgs } from 'react-router';
import type { Problem } from './problem.ts';

/** With what a page answers a form sent without script whose call was refused: the call's own status and headers. */
export function refusalOf({ status, retryAfter }: Problem): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer'; // RFC 9110, 15.5.2
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return { status, headers };
}

/** A page with such an action exports this as `headers`: the router sends an action's headers with no other page. */
export const refusalHeaders = ({ actionHeaders }: HeadersArgs): Headers => actionHeaders;
