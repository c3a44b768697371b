import { useState } from 'react';

/** The quantities typed into a table, by row id; each text stays as typed. */
export function useQuantities(first: Record<string, number>) {
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(first).map(([id, quantity]) => [id, quantity > 0 ? String(quantity) : ''])),
  );
  const textOf = (id: string): string => typed[id] ?? '';
  /** The quantity as a number: 0 for an empty field, undefined for invalid text. */
  const quantityOf = (id: string): number | undefined => {
    const text = textOf(id).trim();
    if (text === '') return 0;
    return /^\d{1,7}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : undefined;
  };
  const type = (id: string, text: string): void => setTyped((before) => ({ ...before, [id]: text }));
  return { textOf, quantityOf, type };
}
