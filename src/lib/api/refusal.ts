import type { HeadersArgs } from 'react-router';
import type { Problem } from './problem.ts';

/** Status and headers with which a page answers a form posted without JavaScript whose call was refused: those of the call. */
export function refusalOf({ status, retryAfter }: Problem): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer'; // RFC 9110, 15.5.2
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return { status, headers };
}

/** Pages with such an action must export this as `headers`, or the router drops the action's headers. */
export const refusalHeaders = ({ actionHeaders }: HeadersArgs): Headers => actionHeaders;
