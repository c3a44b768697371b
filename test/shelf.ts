/** The changes of a product's stock during the day. */
export interface DayOfStock {
  opening: number;
  added: number;
  sold: number;
  removed: number;
}

/** The expected stock on hand of products by id, and its changes during the day: a model that only counts. */
export class StockModel {
  readonly #days = new Map<string, DayOfStock>();

  /** Sets a product's opening stock. */
  begin(id: string, opening: number): void {
    this.#days.set(id, { opening, added: 0, sold: 0, removed: 0 });
  }

  dayOf(id: string): DayOfStock {
    const day = this.#days.get(id);
    if (!day) throw new Error(`There is no product ${id} on the shelf.`);
    return day;
  }

  onHand(id: string): number {
    const { opening, added, sold, removed } = this.dayOf(id);
    return opening + added - sold - removed;
  }

  add = (id: string, units: number): unknown => (this.dayOf(id).added += units);
  sell = (id: string, units: number): unknown => (this.dayOf(id).sold += units);
  remove = (id: string, units: number): unknown => (this.dayOf(id).removed += units);

  /** Adds or removes the difference to the stock on hand. */
  bringTo(id: string, units: number): void {
    const difference = units - this.onHand(id);
    if (difference > 0) this.add(id, difference);
    else this.remove(id, -difference);
  }

  nextDay(): void {
    for (const id of this.#days.keys()) this.begin(id, this.onHand(id));
  }
}
