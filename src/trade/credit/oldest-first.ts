import { type Cents, cents } from '#lib/money.ts';
import type { Day } from '#lib/day.ts';

/** An entry of which a part is open. */
export interface OpenPart {
  id: string;
  /** The due day of an invoice; of anything else its own day. */
  dueDay: Day;
  /** What is open, without its sign. */
  open: Cents;
}

/** A part of a credit that pays a part of a debit. */
export interface Allocation {
  creditId: string;
  debitId: string;
  cents: Cents;
}

/** Lets credits pay debits, both in the order of their due days, until one side is used up. */
export function oldestFirst(credits: readonly OpenPart[], debits: readonly OpenPart[]): Allocation[] {
  const allocations: Allocation[] = [];
  const due = inOrder(debits);
  let place = 0;
  let left = due[0]?.open ?? 0;
  for (const credit of inOrder(credits)) {
    let rest: number = credit.open;
    for (let debit = due[place]; debit && rest > 0; debit = due[place]) {
      const amount = Math.min(rest, left);
      allocations.push({ creditId: credit.id, debitId: debit.id, cents: cents(amount) });
      rest -= amount;
      left -= amount;
      if (left === 0) left = due[++place]?.open ?? 0;
    }
  }
  return allocations;
}

/** Ids are in the order of their making. */
const inOrder = (parts: readonly OpenPart[]): OpenPart[] =>
  parts.toSorted((a, b) => (a.dueDay === b.dueDay ? (a.id < b.id ? -1 : 1) : a.dueDay < b.dueDay ? -1 : 1));
