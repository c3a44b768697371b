import { type ComponentType, lazy } from 'react';
import type { BlockKind } from '../content/block-shapes.ts';
import type { ShownBlockOf, ShownPage } from '../content/shown.ts';
import type { ShopContent } from './contact/products.tsx';

/** What a view may use besides its block. */
export interface ViewProps<K extends BlockKind> {
  block: ShownBlockOf<K>;
  page: ShownPage;
  shop?: ShopContent | undefined;
  isInColumn?: boolean;
}

type Views = { [K in Exclude<BlockKind, 'columns'>]: ComponentType<ViewProps<K>> };

/** The view of each kind of block. Each is a script of its own, so that a page loads those of its blocks only. */
export const views: Views = {
  hero: lazy(async () => ({ default: (await import('./top/hero.tsx')).HeroView })),
  figures: lazy(async () => ({ default: (await import('./top/figures.tsx')).FiguresView })),
  text: lazy(async () => ({ default: (await import('./words/text.tsx')).TextView })),
  cards: lazy(async () => ({ default: (await import('./words/cards.tsx')).CardsView })),
  steps: lazy(async () => ({ default: (await import('./words/steps.tsx')).StepsView })),
  list: lazy(async () => ({ default: (await import('./words/list.tsx')).ListView })),
  colours: lazy(async () => ({ default: (await import('./words/colours.tsx')).ColoursView })),
  table: lazy(async () => ({ default: (await import('./words/table.tsx')).TableView })),
  pictures: lazy(async () => ({ default: (await import('./words/pictures.tsx')).PicturesView })),
  quotation: lazy(async () => ({ default: (await import('./words/quotation.tsx')).QuotationView })),
  scope: lazy(async () => ({ default: (await import('./trade/scope.tsx')).ScopeView })),
  checklist: lazy(async () => ({ default: (await import('./trade/checklist.tsx')).ChecklistView })),
  questions: lazy(async () => ({ default: (await import('./trade/questions.tsx')).QuestionsView })),
  services: lazy(async () => ({ default: (await import('./trade/services.tsx')).ServicesView })),
  positions: lazy(async () => ({ default: (await import('./trade/positions.tsx')).PositionsView })),
  partners: lazy(async () => ({ default: (await import('./trade/partners.tsx')).PartnersView })),
  form: lazy(async () => ({ default: (await import('./contact/form.tsx')).FormView })),
  products: lazy(async () => ({ default: (await import('./contact/products.tsx')).ProductsView })),
  contact: lazy(async () => ({ default: (await import('./contact/contact.tsx')).ContactView })),
  browserStorage: lazy(async () => ({ default: (await import('./contact/browser-storage.tsx')).BrowserStorageView })),
  areas: lazy(async () => ({ default: (await import('./contact/areas.tsx')).AreasView })),
  callToAction: lazy(async () => ({ default: (await import('./contact/call-to-action.tsx')).CallToActionView })),
};
