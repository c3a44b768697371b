import { type ComponentType, lazy } from 'react';
import type { BlockKind } from '../content/block-shapes.ts';
import type { ShownBlockOf, ShownPage } from '../content/shown.ts';
import areasStyles from './contact/areas.module.css';
import storageStyles from './contact/browser-storage.module.css';
import { CallToActionView } from './contact/call-to-action.tsx';
import contactStyles from './contact/contact.module.css';
import formStyles from './contact/form.module.css';
import productsStyles from './contact/products.module.css';
import type { ShopCard } from './contact/shop-cards.tsx';
import shopCardStyles from './contact/shop-cards.module.css';
import figuresStyles from './top/figures.module.css';
import { HeroView } from './top/hero.tsx';
import checklistStyles from './trade/checklist.module.css';
import partnersStyles from './trade/partners.module.css';
import positionsStyles from './trade/positions.module.css';
import questionListStyles from './trade/question-list.module.css';
import scopeStyles from './trade/scope.module.css';
import { ServicesView } from './trade/services.tsx';
import { CardsView } from './words/cards.tsx';
import coloursStyles from './words/colours.module.css';
import listStyles from './words/list.module.css';
import picturesStyles from './words/pictures.module.css';
import quotationStyles from './words/quotation.module.css';
import { StepsView } from './words/steps.tsx';
import { TableView } from './words/table.tsx';
import { TextView } from './words/text.tsx';

/** What a view may use besides its block. */
export interface ViewProps<K extends BlockKind> {
  block: ShownBlockOf<K>;
  page: ShownPage;
  shop?: readonly ShopCard[] | undefined;
  isInColumn?: boolean;
}

type View<K extends BlockKind> = ComponentType<ViewProps<K>>;
type Views = { [K in Exclude<BlockKind, 'columns'>]: View<K> };

/** A view whose script only pages with such a block load. Its `styles` are loaded with every page, because they would come after its HTML. */
function onDemand<K extends BlockKind>(load: () => Promise<View<K>>, ...styles: readonly object[]): View<K> {
  return Object.assign(
    lazy(async () => ({ default: await load() })),
    { styles },
  );
}

/** The view of each kind of block. */
export const views: Views = {
  hero: HeroView,
  text: TextView,
  cards: CardsView,
  steps: StepsView,
  table: TableView,
  services: ServicesView,
  callToAction: CallToActionView,
  figures: onDemand(async () => (await import('./top/figures.tsx')).FiguresView, figuresStyles),
  list: onDemand(async () => (await import('./words/list.tsx')).ListView, listStyles),
  colours: onDemand(async () => (await import('./words/colours.tsx')).ColoursView, coloursStyles),
  pictures: onDemand(async () => (await import('./words/pictures.tsx')).PicturesView, picturesStyles),
  quotation: onDemand(async () => (await import('./words/quotation.tsx')).QuotationView, quotationStyles),
  scope: onDemand(async () => (await import('./trade/scope.tsx')).ScopeView, scopeStyles),
  checklist: onDemand(async () => (await import('./trade/checklist.tsx')).ChecklistView, checklistStyles),
  questions: onDemand(async () => (await import('./trade/questions.tsx')).QuestionsView, questionListStyles),
  positions: onDemand(async () => (await import('./trade/positions.tsx')).PositionsView, positionsStyles),
  partners: onDemand(async () => (await import('./trade/partners.tsx')).PartnersView, partnersStyles),
  form: onDemand(async () => (await import('./contact/form.tsx')).FormView, formStyles),
  products: onDemand(async () => (await import('./contact/products.tsx')).ProductsView, productsStyles, shopCardStyles),
  contact: onDemand(async () => (await import('./contact/contact.tsx')).ContactView, contactStyles),
  browserStorage: onDemand(
    async () => (await import('./contact/browser-storage.tsx')).BrowserStorageView,
    storageStyles,
  ),
  areas: onDemand(async () => (await import('./contact/areas.tsx')).AreasView, areasStyles),
};
