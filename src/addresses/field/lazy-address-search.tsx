import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { whenIdle } from '#ui/when-idle.ts';
import { loadWithRetries } from '#ui/load-with-retries.ts';
import styles from './address-field.module.css';
import { AddressSearchInput } from './address-search-input.tsx';
import type { AddressSearchProps } from './address-search.tsx';

/** Milliseconds after which the code is loaded even if the page is still busy. */
const maxDelayMs = 2_000;

interface Loaded {
  Search: ComponentType<AddressSearchProps>;
  /** The selected range when the code arrived; undefined if the field had no focus. */
  selection: [number | null, number | null] | undefined;
}

/**
 * `AddressSearch`, whose code is loaded once the page is idle. Until then a plain text field is shown, whose text and focus
 * are kept. If the code can't be loaded, the address can still be entered in parts.
 */
export function LazyAddressSearch(props: Omit<AddressSearchProps, 'begun'>) {
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const loaded = useSearch(frame);
  useLayoutEffect(() => {
    if (!loaded?.selection) return;
    const input = inputIn(frame.current);
    input?.focus({ preventScroll: true });
    input?.setSelectionRange(...loaded.selection);
  }, [loaded]);
  const initial = typed === undefined ? undefined : { typed, hasFocus: loaded?.selection !== undefined };
  return (
    <div ref={frame}>
      {loaded ? (
        <loaded.Search {...props} initial={initial} />
      ) : (
        <div className={styles.search}>
          <AddressSearchInput
            id={props.id}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={false}
            aria-controls={`${props.id}-list`} // rendered by AddressSearch
            value={typed ?? props.shown}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            isFaulty={props.isFaulty}
          />
        </div>
      )}
    </div>
  );
}

const inputIn = (frame: HTMLDivElement | null): HTMLInputElement | null => frame?.querySelector('input') ?? null;

/** Loads the code of the search at idle time. If that fails, the plain field stays. */
function useSearch(frame: { readonly current: HTMLDivElement | null }): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isUnmounted = false;
    const take = ({ AddressSearch }: { AddressSearch: Loaded['Search'] }): void => {
      if (isUnmounted) return;
      const input = inputIn(frame.current);
      const hasFocus = input !== null && input === document.activeElement;
      const selection: Loaded['selection'] = hasFocus ? [input.selectionStart, input.selectionEnd] : undefined;
      setLoaded({ Search: AddressSearch, selection });
    };
    const load = (): void => void loadWithRetries(() => import('./address-search.tsx')).then(take, () => undefined);
    const stop = whenIdle(load, maxDelayMs);
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [frame]);
  return loaded;
}
