import type { PageContent } from '../../content/page-content.ts';
import { type Differing, valueDifferences } from '../fields/differences.ts';
import { mergeValues } from '../fields/merge-values.ts';

export interface Merged {
  content: PageContent;
  /** What both people have changed, in their version and in mine; `content` has mine. */
  conflicts: Differing[];
}

const page = { labels: [], names: ['page'] };

/** Merges the versions that two people have made from `base`. A part that only one of them has changed is taken from that version. */
export function mergeContent(base: PageContent, theirs: PageContent, mine: PageContent): Merged {
  const conflicts: Differing[] = [];
  const content = mergeValues({ was: base, theirs, mine }, page, conflicts) as PageContent; // merged field by field
  return { content, conflicts };
}

/** What differs between two contents of a page. */
export const contentDifferences = (theirs: PageContent, mine: PageContent): Differing[] =>
  valueDifferences(page, theirs, mine);
