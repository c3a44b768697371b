import type { ComponentType } from 'react';
import type { BlockKind } from '../content/block-shapes.ts';
import type { ShownBlockOf, ShownPage } from '../content/shown.ts';
import { HeroView } from './top/hero.tsx';
import { FiguresView } from './top/figures.tsx';
import { TextView } from './words/text.tsx';
import { CardsView } from './words/cards.tsx';
import { StepsView } from './words/steps.tsx';
import { ListView } from './words/list.tsx';
import { ColoursView } from './words/colours.tsx';
import { TableView } from './words/table.tsx';
import { PicturesView } from './words/pictures.tsx';
import { QuotationView } from './words/quotation.tsx';
import { ScopeView } from './trade/scope.tsx';
import { ChecklistView } from './trade/checklist.tsx';
import { QuestionsView } from './trade/questions.tsx';
import { ServicesView } from './trade/services.tsx';
import { PositionsView } from './trade/positions.tsx';
import { PartnersView } from './trade/partners.tsx';
import { FormView } from './contact/form.tsx';
import { ProductsView } from './contact/products.tsx';
import type { ShopCard } from './contact/shop-cards.tsx';
import { ContactView } from './contact/contact.tsx';
import { BrowserStorageView } from './contact/browser-storage.tsx';
import { AreasView } from './contact/areas.tsx';
import { CallToActionView } from './contact/call-to-action.tsx';

/** What a view may use besides its block. */
export interface ViewProps<K extends BlockKind> {
  block: ShownBlockOf<K>;
  page: ShownPage;
  shop?: readonly ShopCard[] | undefined;
  isInColumn?: boolean;
}

type Views = { [K in Exclude<BlockKind, 'columns'>]: ComponentType<ViewProps<K>> };

/**
 * The view of each kind of block. All of them together are smaller than the dozen that a page has as scripts of their own; what is large
 * loads its larger part by itself.
 */
export const views: Views = {
  hero: HeroView,
  figures: FiguresView,
  text: TextView,
  cards: CardsView,
  steps: StepsView,
  list: ListView,
  colours: ColoursView,
  table: TableView,
  pictures: PicturesView,
  quotation: QuotationView,
  scope: ScopeView,
  checklist: ChecklistView,
  questions: QuestionsView,
  services: ServicesView,
  positions: PositionsView,
  partners: PartnersView,
  form: FormView,
  products: ProductsView,
  contact: ContactView,
  browserStorage: BrowserStorageView,
  areas: AreasView,
  callToAction: CallToActionView,
};
