import type { HeadersArgs } from 'react-router';
import type { Problem } from './problem.ts';

/** The status and headers of a page whose form was posted without JavaScript and refused: those of the refused call. */
export function refusalOf({ status, retryAfter }: Problem): { status: number; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  if (status === 401) headers['www-authenticate'] = 'Bearer'; // RFC 9110, 15.5.2
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return { status, headers };
}

/** To be exported as `headers` by pages with such an action, or the router drops the action's headers. */
export const refusalHeaders = ({ actionHeaders }: HeadersArgs): Headers => actionHeaders;
