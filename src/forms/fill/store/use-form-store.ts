import { useCallback, useSyncExternalStore } from 'react';
import type { FieldState } from './form-entries.ts';
import type { FormStore } from './form-store.ts';
import type { SectionState } from './section-state.ts';
import { type FormRows, subscribeSummary, summaryOf } from './section-summary.ts';

/** A field's state; re-renders only when this field changes. */
export function useFieldState(store: FormStore, key: string): FieldState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key]);
  const read = useCallback(() => store.field(key), [store, key]);
  return useSyncExternalStore(subscribe, read, read);
}

/** The states of all sections. */
export function useSections(store: FormStore): readonly SectionState[] {
  const subscribe = useCallback((listener: () => void) => store.subscribeAll(listener), [store]);
  const read = useCallback(() => store.sections(), [store]);
  return useSyncExternalStore(subscribe, read, read);
}

/** Summary of a collapsed section. */
export function useSummary(store: FormStore, rows: FormRows): string {
  const subscribe = useCallback((listener: () => void) => subscribeSummary(store, rows, listener), [store, rows]);
  const read = useCallback(() => summaryOf(store, rows), [store, rows]);
  return useSyncExternalStore(subscribe, read, read);
}
