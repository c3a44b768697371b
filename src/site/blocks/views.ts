import { lazy } from 'react';
import type { BlockKind } from '../content/block-shapes.ts';
import type { ChangingKind, View } from './view-props.ts';

/** The views of blocks that react to their reader. Only pages with such a block load them. */
export const changingViews: { [K in ChangingKind]: View<K> } = {
  checklist: lazy(async () => ({ default: (await import('./trade/checklist.tsx')).ChecklistView })),
  enquiry: lazy(async () => ({ default: (await import('./contact/enquiry.tsx')).EnquiryView })),
  partners: lazy(async () => ({ default: (await import('./trade/partners.tsx')).PartnersView })),
  questions: lazy(async () => ({ default: (await import('./trade/questions.tsx')).QuestionsView })),
};

/** Whether a block of this kind reacts to its reader, so that its page needs its data in addition to its HTML. */
export const isChanging = (kind: BlockKind): kind is ChangingKind => kind in changingViews;

/** The view of all other blocks. The first page of a visit does not need it; see `unchanging.tsx`. */
export const UnchangingView = Object.assign(
  lazy(async () => ({ default: (await import('./unchanging-view.tsx')).UnchangingView })),
  // Every page loads the styles of all views, because the styles of a view that is loaded on demand would arrive after its HTML.
  {
    styles: import.meta.glob<object>(['./*/*.module.css', '../../enquiries/contact-form.module.css'], {
      eager: true,
      import: 'default',
    }),
  },
);
