import { useState } from 'react';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { CartLine } from '../cart/browser-cart.ts';
import { searchOf } from './selection-in-url.ts';
import { chosenItem, type Selection, type VariationItem, type Variations } from './available-options.ts';
import type { productDetails } from '../contract.ts';
import { inCartons, type OwnPrice, ownPriceOf, priceFor } from '#trade/prices/use-site-prices.ts';
import { type CardProduct, putInCart } from '../list/add-to-cart-button.tsx';

/** A product with the selection in the page's URL. */
export type ChosenProduct = Variations &
  Omit<CardProduct, 'hasMultiplePrices'> & { chosen: Selection; images: readonly ProductPicture[] } & Pick<
    ReplyOf<typeof productDetails>,
    'lowStock'
  >;

type ProductPicture = Pick<ReplyOf<typeof productDetails>['images'][number], 'image' | 'shows'>;

export type Choice = ReturnType<typeof useChoice>;

/**
 * The selected item and quantity. The options are in the URL, so that the page can be shared. `prices` are those of the site for which the
 * reader orders.
 */
export function useChoice(product: ChosenProduct, prices: readonly OwnPrice[] | undefined) {
  const [state, setState] = useState({ from: product.chosen, selection: product.chosen });
  // A link to the same product with other options brings its own selection.
  const selection = state.from === product.chosen ? state.selection : product.chosen;
  const [quantity, setQuantity] = useState(1);
  const [isSubmitted, setSubmitted] = useState(false);
  const item = product.hasVariants ? chosenItem(product, selection) : undefined;
  const select = (next: Selection): void => {
    setState({ from: product.chosen, selection: next });
    const { pathname, search, hash } = window.location;
    // The router is not used, since no data has to be loaded again.
    const address = pathname + searchOf(product, next, new URLSearchParams(search)) + hash;
    window.history.replaceState(window.history.state, '', address);
  };
  const isComplete = !product.hasVariants || item !== undefined;
  const own = isComplete ? ownPriceOf(prices, { id: product.id, variationItemId: item?.id ?? null }) : undefined;
  return {
    /** What the reader's site pays for the selected item. */
    own,
    prices,
    selection,
    select,
    quantity,
    setQuantity,
    isSubmitted,
    item,
    isComplete,
    left: leftOf(product, item),
    /** Adds the selected item to the cart. If the selection is incomplete, shows what is missing and returns false. */
    add: (): boolean => {
      setSubmitted(!isComplete);
      if (isComplete) putInCart(lineOf(product, item, { quantity, own }));
      return isComplete;
    },
  };
}

/** The stock of an item or plain product, if it is low. */
export const leftOf = ({ lowStock }: ChosenProduct, item: VariationItem | undefined): number | undefined =>
  lowStock.find(({ variationItemId }) => variationItemId === (item?.id ?? null))?.left;

/** Index of the picture that shows the selection; undefined for none. */
export function pictureOf({ images }: ChosenProduct, selection: Selection): number | undefined {
  const place = images.findIndex(({ shows }) => shows !== undefined && selection[shows.variationId] === shows.value);
  return place < 0 ? undefined : place;
}

/** A cart's line; whole cartons at the site's price if there is one. */
export function lineOf(
  product: ChosenProduct,
  item: VariationItem | undefined,
  { quantity, own }: { quantity: number; own: OwnPrice | undefined },
): CartLine {
  const qty = inCartons(own, quantity);
  const place = pictureOf(product, item?.variationValues ?? {});
  return {
    id: product.id,
    variationItemId: item?.id ?? null,
    productName: product.productName,
    productCode: item?.productCode ?? product.productCode,
    qty,
    image: (place === undefined ? undefined : product.images[place]?.image) ?? product.primaryImage,
    price: own ? priceFor(own, qty) : (item?.price ?? product.price),
    url: product.url,
    isVariant: item !== undefined,
    variations: item
      ? product.variations.map(({ id, fieldText }) => ({ id, fieldText, selected: item.variationValues[id] ?? '' }))
      : [],
  };
}
