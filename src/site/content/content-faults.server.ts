import type { Fault } from '#lib/api/problem.ts';
import { linksInMarkdown } from '#platform/rendering/safe-html.server.ts';
import { contentSentences, target } from './content-fields.ts';
import { addressFault } from './page-address.ts';

/** A value in content, with the path that names it: `blocks.2.body`. */
interface Place {
  path: string;
  key: string;
  value: unknown;
}

/** A value with all values in it. */
export function* placesIn(value: unknown, path: readonly string[] = []): Generator<Place> {
  yield { path: path.join('.'), key: path.at(-1) ?? '', value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) yield* placesIn(one, [...path, key]);
}

/** Whether a link in Markdown leads to a valid target. Unlike other links it may begin with `http:`, because texts name such addresses. */
const isTarget = (href: string): boolean => /^http:\/\/\S+$/.test(href) || target.safeParse(decodeURI(href)).success;

function isSafe(href: string): boolean {
  try {
    return isTarget(href);
  } catch {
    return false; // a percent sign that encodes nothing
  }
}

/** What shapes cannot check in received content: addresses of the program, and links in Markdown that browsers would run. */
export function contentFaults(content: unknown, prefix = 'content'): Fault[] {
  const faults: Fault[] = [];
  for (const { path, key, value } of placesIn(content)) {
    if (typeof value !== 'string') continue;
    const at = `${prefix}.${path}`;
    const bad = key === 'body' ? linksInMarkdown(value).find((href) => !isSafe(href)) : undefined;
    if (bad !== undefined)
      faults.push({
        path: at,
        message: `A link in this text leads to “${bad.slice(0, 60)}”. ${contentSentences.target}`,
      });
    const fault = path === 'path' ? addressFault(value) : undefined;
    if (fault !== undefined) faults.push({ path: at, message: fault });
  }
  return faults;
}
