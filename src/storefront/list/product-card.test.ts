import { expect, test } from 'vitest';
import type { OwnPrice } from '#trade/prices/use-site-prices.ts';
import { isAsInShop } from './product-card.tsx';

const own = (basePrice: number, price: number, breaks: OwnPrice['breaks'] = []): OwnPrice => ({
  id: 'product',
  variationItemId: null,
  basePrice,
  price,
  multiple: 1,
  breaks,
  validUntil: null,
  next: null,
});

test('a card speaks of the shop’s price only if the site’s lowest price is the same', () => {
  expect(isAsInShop({ price: 5, hasMultiplePrices: true }, { own: own(5, 5), isFrom: true })).toBe(true);
  // The item at $5.00 costs the site more, so that the one at $10.00 is the cheapest.
  expect(isAsInShop({ price: 5, hasMultiplePrices: true }, { own: own(10, 10), isFrom: true })).toBe(false);
  expect(isAsInShop({ price: 10, hasMultiplePrices: true }, { own: own(10, 10), isFrom: false })).toBe(false);
});

test('a site’s lower price for a larger quantity is on the card', () => {
  const breaks = [{ minQuantity: 10, price: 8 }];
  expect(isAsInShop({ price: 10, hasMultiplePrices: false }, { own: own(10, 10), isFrom: false })).toBe(true);
  expect(isAsInShop({ price: 10, hasMultiplePrices: false }, { own: own(10, 10, breaks), isFrom: false })).toBe(false);
});
