import { useCallback, useSyncExternalStore } from 'react';
import type { FieldState } from './form-entries.ts';
import type { FormStore, SectionState } from './form-store.ts';
import { type Rows, subscribeSummary, summaryOf } from './section-summary.ts';

/** A field's state; draws anew only when something of this field changes. */
export function useFieldState(store: FormStore, key: string): FieldState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  const read = useCallback(() => store.field(key), [store, key]);
  return useSyncExternalStore(subscribe, read, read);
}

/** The sections as their headings show them. */
export function useSections(store: FormStore): readonly SectionState[] {
  const subscribe = useCallback((listener: () => void) => store.subscribeAll(listener), [store]);
  const read = useCallback(() => store.sections(), [store]);
  return useSyncExternalStore(subscribe, read, read);
}

/** What a folded section says of itself. */
export function useSummary(store: FormStore, rows: Rows): string {
  const subscribe = useCallback((listener: () => void) => subscribeSummary(store, rows, listener), [store, rows]);
  const read = useCallback(() => summaryOf(store, rows), [store, rows]);
  return useSyncExternalStore(subscribe, read, read);
}
