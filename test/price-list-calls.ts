import type { PriceImportReport } from '#trade/prices/importing/import-contract.ts';
import { newId } from '#lib/uuid.ts';
import type { TestApp } from './app.ts';
import type { Calls } from './back-office-calls.ts';
import { makeProduct } from './make.ts';

/** A price list with one price, which begins like a formula. Returns its id. */
export async function formulaPriceList({ ask }: Pick<TestApp, 'ask'>, token: string, itemId: string): Promise<string> {
  const { body } = await ask<{ id: string }>('POST', '/v1/price-lists', { token, body: { name: `=List ${newId()}` } });
  const price = { itemId, minQuantity: 10, price: 9.5, validFrom: '2026-01-01', validTo: '2026-12-31', multiple: 10 };
  await ask('PUT', `/v1/price-lists/${body.id}/prices`, { token, body: price });
  return body.id;
}

/** Valid calls of the endpoints of price lists. */
export async function callsOfPriceLists({ ask, deps }: TestApp, token: string): Promise<Calls> {
  const product = await makeProduct(deps.db, { items: [{ code: 'LISTED', price: 12 }] });
  const [itemId = ''] = product.itemIds;
  const id = await formulaPriceList({ ask }, token, itemId);
  const changed = await formulaPriceList({ ask }, token, itemId);
  const params = { id };
  const file = 'Product code,Price\nLISTED,8.00\n';
  const path = `/v1/price-lists/${changed}/prices/import/check`;
  const checked = await ask<PriceImportReport>('POST', path, { token, body: { file } });
  const form = { adjustPercent: -5, validFrom: '2026-01-01', validTo: '2026-12-31', parentId: null };
  const row = { itemId, minQuantity: 10, validFrom: '2026-01-01', validTo: '2026-12-31', price: 9.5, multiple: 10 };
  return {
    'POST /v1/price-lists': { body: { ...form, name: 'A new list' } },
    'PUT /v1/price-lists/{id}': { params: { id: changed }, body: { ...form, name: 'A changed list', version: 1 } },
    'PUT /v1/price-lists/{id}/prices': { params, body: { itemId, price: 9, minQuantity: 20 } },
    'POST /v1/price-lists/{id}/prices/remove': { params, body: row },
    'POST /v1/price-lists/{id}/prices/import/check': { params: { id: changed }, body: { file } },
    'POST /v1/price-lists/{id}/prices/import': { params: { id: changed }, body: { file, seen: checked.body.seen } },
  };
}
