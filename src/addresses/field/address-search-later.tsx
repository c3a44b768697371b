import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { whenIdle } from '#ui/idle.ts';
import { patiently } from '#ui/feedback/patiently.ts';
import styles from './address-field.module.css';
import { AddressLine } from './address-line.tsx';
import type { AddressSearchProps } from './address-search.tsx';

/** Milliseconds after which the code is loaded although the page is still busy. */
const latestMs = 2_000;

interface Loaded {
  Search: ComponentType<AddressSearchProps>;
  /** From where to where the text was selected when the code came; undefined where the line had no focus. */
  selection: [number | null, number | null] | undefined;
}

/**
 * `AddressSearch`, whose code comes once the page is idle. Until then there is the same line to type in; what was typed
 * is looked for when the code is there, and the focus stays. Without the code, addresses are typed in parts.
 */
export function AddressSearchLater(props: Omit<AddressSearchProps, 'begun'>) {
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const loaded = useSearch(frame);
  useLayoutEffect(() => {
    if (!loaded?.selection) return;
    const line = lineIn(frame.current);
    line?.focus({ preventScroll: true });
    line?.setSelectionRange(...loaded.selection);
  }, [loaded]);
  const begun = typed === undefined ? undefined : { typed, hasFocus: loaded?.selection !== undefined };
  return (
    <div ref={frame}>
      {loaded ? (
        <loaded.Search {...props} begun={begun} />
      ) : (
        <div className={styles.search}>
          <AddressLine
            id={props.id}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={false}
            aria-controls={`${props.id}-list`} // comes with the code
            value={typed ?? props.shown}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            isFaulty={props.isFaulty}
          />
        </div>
      )}
    </div>
  );
}

const lineIn = (frame: HTMLDivElement | null): HTMLInputElement | null => frame?.querySelector('input') ?? null;

/** Loads the search at idle; where it does not come, the line stays as it is. */
function useSearch(frame: { readonly current: HTMLDivElement | null }): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isGone = false;
    const take = ({ AddressSearch }: { AddressSearch: Loaded['Search'] }): void => {
      if (isGone) return;
      const line = lineIn(frame.current);
      const hasFocus = line !== null && line === document.activeElement;
      const selection: Loaded['selection'] = hasFocus ? [line.selectionStart, line.selectionEnd] : undefined;
      setLoaded({ Search: AddressSearch, selection });
    };
    const load = (): void => void patiently(() => import('./address-search.tsx')).then(take, () => undefined);
    const stop = whenIdle(load, latestMs);
    return () => {
      isGone = true;
      stop();
    };
  }, [frame]);
  return loaded;
}
