import type { PageContent } from '../../content/page-content.ts';
import { type Differing, valueDifferences } from '../fields/differences.ts';
import { mergeValues } from '../fields/merge-values.ts';

export interface Merged {
  content: PageContent;
  /** What both have changed: theirs and mine differ there, and `content` has mine. */
  conflicts: Differing[];
}

const page = { labels: [], names: ['page'] };

/** The content that two people have made from `base`: what only one of them has changed is as that one left it. */
export function mergeContent(base: PageContent, theirs: PageContent, mine: PageContent): Merged {
  const conflicts: Differing[] = [];
  const content = mergeValues({ was: base, theirs, mine }, page, conflicts) as PageContent; // merged field by field
  return { content, conflicts };
}

/** What differs between two contents of a page. */
export const contentDifferences = (theirs: PageContent, mine: PageContent): Differing[] =>
  valueDifferences(page, theirs, mine);
