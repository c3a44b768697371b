import { z } from 'zod';
import { uuid } from '#lib/api/wire.ts';
import { anyBlock, type Block } from './block-shapes.ts';
import { contentSentences, line, link, listOf, pagePath, picture, sentences, title } from './content-fields.ts';

/** A card beside the blocks, and a bar at the bottom of phones, that lead to a quote. */
const aside = z.object({ title, points: listOf(sentences, 10), action: link, hasPhone: z.boolean().default(true) });

/** Adds a fault for a second form for enquiries, which would have the same fields as the first. */
function oneEnquiry(blocks: readonly Block[], faults: z.core.$RefinementCtx): void {
  const [, second] = blocks.flatMap(({ kind }, at) => (kind === 'enquiry' ? [at] : []));
  if (second !== undefined)
    faults.addIssue({ code: 'custom', path: [second, 'formTitle'], message: contentSentences.oneEnquiry });
}

/** A page as its editor knows it: its address, what search engines and other sites show of it, and its blocks. */
export const pageContent = z.object({
  path: pagePath,
  title,
  /** What search engines show below the title. */
  description: sentences,
  /** What other sites show with a link to the page; title and description if they are empty. */
  shareTitle: line,
  shareDescription: sentences,
  sharePicture: picture,
  /** Whether search engines may list it. */
  isListed: z.boolean().default(true),
  /** The page above it in the breadcrumbs; null for the home page. */
  parent: uuid.nullable().default(null),
  /** Whether the page begins with a list of its blocks that have a short title. */
  hasContents: z.boolean().default(false),
  aside: aside.nullable().default(null),
  blocks: listOf(anyBlock, 100).superRefine(oneEnquiry),
});
export type PageContent = z.output<typeof pageContent>;
