import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { importCatalogue } from '#catalogue/products/import/import-catalogue.server.ts';
import type { ExcelRow } from '#platform/spreadsheet/write-excel.server.ts';
import { dayOf } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import type { PurchaseOrderOnPage } from '#purchasing/contract.ts';
import { inventoryRows } from '#reports/inventory-report.server.ts';
import type { TakeReport } from '#stock/take/stock-take-contract.ts';
import type { TestApp } from './app.ts';
import { excelRows } from './excel.ts';
import type { MadeProduct } from './make.ts';
import type { StockModel } from './shelf.ts';

export interface Goods extends MadeProduct {
  code: string;
  /** Can be sold below zero. */
  isEndless: boolean;
}

export interface Delivery {
  /** By product; 0 omits it. */
  quantities: number[];
  /** The same request arrives twice. */
  isTwice: boolean;
}

interface Look {
  file: string;
  report: TakeReport;
  counted: { id: string; counted: number; before: number; isEndless: boolean }[];
}

interface Purchase {
  id: string;
  /** By line: the product, and the units still to be received. */
  left: Map<string, { id: string; left: number }>;
}

const ordered = 5;
const stocks = '/v1/manage-product-stocks';

/**
 * A storekeeper's actions on some products: manual movements, stock takes, deliveries, imports. Each is sent to the
 * API, the response is compared with the model, and the model is updated.
 */
export class StorekeeperModel {
  readonly #shop: TestApp;
  readonly #goods: readonly Goods[];
  readonly #shelf: StockModel;
  readonly #token: string;
  #look: Look | undefined;
  #purchase: Purchase | undefined;

  constructor(shop: TestApp, { goods, shelf, token }: { goods: readonly Goods[]; shelf: StockModel; token: string }) {
    this.#shop = shop;
    this.#goods = goods;
    this.#shelf = shelf;
    this.#token = token;
  }

  async #post<Body>(path: string, body: object): Promise<{ status: number; body: Body }> {
    return this.#shop.ask<Body>('POST', path, { token: this.#token, body });
  }

  /** A manual movement: 0 adds, 2 removes at most the stock on hand. */
  async move(place: number, inventoryDirection: number, quantity: number): Promise<void> {
    const { id } = this.#goods[place] as Goods; // the index is within range
    const body = { productId: id, productVariationItemId: null, quantity, inventoryDirection, reason: 'Seen' };
    const path = '/v1/manage-products/update-variation-items-inventory';
    const { status } = await this.#post(path, { ...body, purchasePrice: 1 });
    const isThere = inventoryDirection === 0 || this.#shelf.onHand(id) >= quantity;
    expect(status).toBe(isThere ? 200 : 409);
    if (isThere) this.#shelf[inventoryDirection === 0 ? 'add' : 'remove'](id, quantity);
  }

  /** Checks a stock take; the last check is the one that is written. */
  async look(counts: readonly (number | null)[]): Promise<void> {
    const counted = this.#goods.flatMap(({ id, isEndless }, place) => {
      const units = counts[place] ?? null;
      return units === null ? [] : [{ id, isEndless, counted: units, before: this.#shelf.onHand(id) }];
    });
    const rows = this.#goods.map(({ code }, place) => `${code},${counts[place] ?? ''}`);
    const file = ['code,counted', ...rows].join('\n');
    const { status, body } = await this.#post<TakeReport>(`${stocks}/stock-take/check`, { file });
    if (counted.length === 0) return;
    expect([status, body.faultCount]).toEqual([200, 0]);
    this.#look = { file, report: body, counted };
  }

  /** Writes the checked stock take, despite movements since, and once more, which must change nothing. */
  async writeCount(): Promise<void> {
    if (!this.#look) return;
    const { file, report, counted } = this.#look;
    const after = counted.map((one) => ({ ...one, after: one.counted + this.#shelf.onHand(one.id) - one.before }));
    const body = { file, countedAt: report.countedAt, seen: report.seen };
    const isPossible = after.every((one) => one.after >= 0 || one.isEndless);
    expect((await this.#post(`${stocks}/stock-take`, body)).status).toBe(isPossible ? 200 : 409);
    if (isPossible) for (const one of after) this.#shelf.bringTo(one.id, one.after);
    await this.#post(`${stocks}/stock-take`, body);
    this.#look = undefined;
  }

  /** A delivery of the open purchase order, or of a new one: never more than ordered, and once. */
  async receive(supplierId: string, { quantities, isTwice }: Delivery): Promise<void> {
    const { id, left } = (this.#purchase ??= await this.#order(supplierId));
    const lines = [...left].flatMap(([lineId, line], place) => {
      const quantity = quantities[place] ?? 0;
      return quantity > 0 ? [{ lineId, quantity, purchasePrice: 2.5, line }] : [];
    });
    const body = { receiptId: newId(), lines: lines.map(({ line: _line, ...sent }) => sent) };
    const { status } = await this.#post(`/v1/purchase-orders/${id}/receive`, body);
    if (lines.length === 0) return expect(status).toBe(400);
    const isOrdered = lines.every(({ line, quantity }) => quantity <= line.left);
    expect(status).toBe(isOrdered ? 200 : 409);
    if (isTwice) expect((await this.#post(`/v1/purchase-orders/${id}/receive`, body)).status).toBe(status);
    if (!isOrdered) return;
    for (const { line, quantity } of lines) {
      line.left -= quantity;
      this.#shelf.add(line.id, quantity);
    }
    if ([...left.values()].every((line) => line.left === 0)) this.#purchase = undefined;
  }

  async #order(supplierId: string): Promise<Purchase> {
    const lines = this.#goods.map(({ itemIds: [itemId] }) => ({ itemId, quantity: ordered, purchasePrice: 2 }));
    const { body } = await this.#post<PurchaseOrderOnPage>('/v1/purchase-orders', { supplierId, lines });
    const ids = new Map(this.#goods.map(({ id, itemIds: [itemId = ''] }) => [itemId, id]));
    const left = body.lines.map(
      ({ id, itemId }) => [id, { id: ids.get(itemId ?? '') ?? '', left: ordered }] as const, // one of those ordered
    );
    return { id: body.id, left: new Map(left) };
  }

  /** Imports a catalogue file with stock counts. */
  async bring(counts: readonly (number | null)[]): Promise<void> {
    const { deps } = this.#shop;
    const rows = this.#goods.map(
      ({ url, name, code }, place) => `${url},"${name}",${code},${counts[place] ?? ''},2.20`,
    );
    const file = join(deps.env.dataDir, 'brought.csv');
    await writeFile(file, ['url,name,code,stock,purchase_price', ...rows].join('\n'));
    const { faults, isWritten } = await importCatalogue(deps, { file, at: deps.clock.now() });
    expect([faults, isWritten]).toEqual([[], true]);
    for (const [place, { id }] of this.#goods.entries()) {
      const units = counts[place] ?? null;
      if (units !== null) this.#shelf.bringTo(id, units);
    }
  }

  /** Checks that the inventory report of the day matches the model, and that its columns add up; `sales` in cents, by product. */
  async checkReport(sales: ReadonlyMap<string, number>): Promise<void> {
    const { db, clock } = this.#shop.deps;
    const today = dayOf(clock.now());
    const { parts } = await inventoryRows(db, { startDate: today, endDate: today }, clock.now());
    const rows = new Map<unknown, ExcelRow>();
    for await (const part of parts) for (const row of part) rows.set(row[0], row);
    for (const { id, code } of this.#goods) {
      const { opening, added, sold, removed } = this.#shelf.dayOf(id);
      const row = rows.get(code) ?? [];
      const closing = opening + added - sold - removed;
      expect([...row.slice(4, 9), row[11]]).toEqual([opening, added, sold, removed, closing, sales.get(id) ?? 0]);
    }
  }

  /** Checks that the downloaded file has the stock on hand of each product as its closing quantity. */
  async checkFile(): Promise<void> {
    const today = dayOf(this.#shop.deps.clock.now());
    const body = { reportType: 1, startDate: today, endDate: today };
    const { bytes } = await this.#shop.ask('POST', '/v1/reports/download-report', { token: this.#token, body });
    const closing = new Map((await excelRows(bytes)).map((row) => [row[0], row[8]]));
    for (const { id, code } of this.#goods) expect(closing.get(code)).toBe(this.#shelf.onHand(id));
  }
}
