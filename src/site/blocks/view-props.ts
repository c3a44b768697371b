import type { ComponentType } from 'react';
import type { EnquiryOnPage } from '#enquiries/use-contact-form.ts';
import type { BlockKind } from '../content/block-shapes.ts';
import type { ShownBlockOf, ShownPage } from '../content/shown.ts';
import type { ShopCard } from './contact/shop-cards.tsx';

/** What a view may use in addition to its block. */
export interface ViewProps<K extends BlockKind> {
  block: ShownBlockOf<K>;
  page: ShownPage;
  shop?: readonly ShopCard[] | undefined;
  isInColumn?: boolean;
  enquiry?: EnquiryOnPage | undefined;
}

export type View<K extends BlockKind> = ComponentType<ViewProps<K>>;

/** The kinds of blocks that react to their reader by more than links. */
export type ChangingKind = 'checklist' | 'enquiry' | 'partners' | 'questions';

/** All other kinds except `columns`, which only arranges blocks. */
export type UnchangingKind = Exclude<BlockKind, ChangingKind | 'columns'>;
