import type { HeadersArgs } from 'react-router';
import type { Problem } from './problem.ts';

/** The status and headers of a refused call, for a page whose form was posted without JavaScript. */
export function refusalOf({ status, retryAfter }: Problem): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer'; // RFC 9110, 15.5.2
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return { status, headers };
}

/** A page whose action returns `refusalOf` must export this as `headers`, or the router drops the action's headers. */
export const refusalHeaders = ({ actionHeaders }: HeadersArgs): Headers => actionHeaders;
