import type { ComponentType } from 'react';
import { AreasView } from './contact/areas.tsx';
import { BrowserStorageView } from './contact/browser-storage.tsx';
import { CallToActionView } from './contact/call-to-action.tsx';
import { ContactView } from './contact/contact.tsx';
import { FormView } from './contact/form.tsx';
import { ProductsView } from './contact/products.tsx';
import { FiguresView } from './top/figures.tsx';
import { HeroView } from './top/hero.tsx';
import { ThanksView } from './top/thanks.tsx';
import { PositionsView } from './trade/positions.tsx';
import { ScopeView } from './trade/scope.tsx';
import { ServicesView } from './trade/services.tsx';
import type { UnchangingKind, View, ViewProps } from './view-props.ts';
import { CardsView } from './words/cards.tsx';
import { ColoursView } from './words/colours.tsx';
import { ListView } from './words/list.tsx';
import { PicturesView } from './words/pictures.tsx';
import { QuotationView } from './words/quotation.tsx';
import { StepsView } from './words/steps.tsx';
import { TableView } from './words/table.tsx';
import { TextView } from './words/text.tsx';

const views: { [K in UnchangingKind]: View<K> } = {
  areas: AreasView,
  browserStorage: BrowserStorageView,
  callToAction: CallToActionView,
  cards: CardsView,
  colours: ColoursView,
  contact: ContactView,
  figures: FiguresView,
  form: FormView,
  hero: HeroView,
  list: ListView,
  pictures: PicturesView,
  positions: PositionsView,
  products: ProductsView,
  quotation: QuotationView,
  scope: ScopeView,
  services: ServicesView,
  steps: StepsView,
  table: TableView,
  text: TextView,
  thanks: ThanksView,
};

/** A block that reacts to its reader by nothing but links. */
export function UnchangingView(props: ViewProps<UnchangingKind>) {
  const View = views[props.block.kind] as ComponentType<typeof props>; // of this kind
  return <View {...props} />;
}
