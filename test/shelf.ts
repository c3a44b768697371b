/** What became of a product's goods since the day began. */
export interface DayOfGoods {
  opening: number;
  added: number;
  sold: number;
  removed: number;
}

/** What should be on hand of products, by their ids, and what became of it in the day: a model that only counts. */
export class Shelf {
  readonly #days = new Map<string, DayOfGoods>();

  /** The first that is known of a product. */
  begin(id: string, opening: number): void {
    this.#days.set(id, { opening, added: 0, sold: 0, removed: 0 });
  }

  dayOf(id: string): DayOfGoods {
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

  /** The difference to what is on hand is added or removed. */
  bringTo(id: string, units: number): void {
    const difference = units - this.onHand(id);
    if (difference > 0) this.add(id, difference);
    else this.remove(id, -difference);
  }

  nextDay(): void {
    for (const id of this.#days.keys()) this.begin(id, this.onHand(id));
  }
}
