import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { SectionState } from './store/section-state.ts';

/** Delay between pressing Next and scrolling (specification of the site, section 4). */
const scrollAfterMs = 500;

const headingOf = (id: string): HTMLElement | null =>
  document.getElementById(`section-${id}`)?.querySelector<HTMLElement>('summary, h2') ?? null;

function showHeading(id: string): void {
  const heading = headingOf(id);
  heading?.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
  heading?.focus({ preventScroll: true });
}

export interface OpenSections {
  isOpen: (id: string) => boolean;
  /** Sections that were opened once stay rendered. */
  wasOpen: (id: string) => boolean;
  toggle: (id: string, isOpen: boolean) => void;
  openOnly: (ids: readonly string[]) => void;
  /** The focus has entered the section. */
  reach: (id: string) => void;
  /** Opens a section and scrolls to it, immediately or after the delay of Next and Previous. */
  goTo: (id: string, from?: string) => void;
  current: string | undefined;
}

/** Scrolls to a section after a delay. `cancel` is called when the user has moved elsewhere. */
function useDelayedScroll() {
  const timer = useRef<number>(undefined);
  const cancel = (): void => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const go = (id: string, afterMs: number): void => {
    cancel();
    timer.current = window.setTimeout(showHeading, afterMs, id);
  };
  return { go, cancel };
}

/** Keeps track of which sections are open. With `areAllOpen` (view mode), all are open for reading and printing. */
export function useOpenSections(sections: readonly SectionState[], areAllOpen: boolean): OpenSections {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => {
    const visible = sections.filter(({ isVisible }) => isVisible);
    return new Set((areAllOpen ? visible : visible.slice(0, 1)).map(({ id }) => id));
  });
  const [everOpen, setEverOpen] = useState<ReadonlySet<string>>(open);
  const [current, setCurrent] = useState(() => [...open][0]);
  const { go, cancel } = useDelayedScroll();
  const change = (next: ReadonlySet<string>): void => {
    setOpen(next);
    setEverOpen((before) => new Set([...before, ...next]));
  };
  useTogglesBeforeHydration(sections, open, change);
  return {
    isOpen: (id) => open.has(id),
    wasOpen: (id) => everOpen.has(id),
    toggle(id, isOpen) {
      if (open.has(id) === isOpen) return;
      change(isOpen ? new Set(open).add(id) : new Set([...open].filter((one) => one !== id)));
      if (isOpen) setCurrent(id);
    },
    openOnly(ids) {
      cancel();
      change(new Set(ids));
    },
    reach(id) {
      cancel();
      setCurrent(id);
    },
    goTo(id, from) {
      const next = new Set(open).add(id);
      if (from !== undefined) next.delete(from);
      change(next);
      setCurrent(id);
      go(id, from === undefined ? 0 : scrollAfterMs);
    },
    current,
  };
}

/** Applies what the user opened or closed before scripts ran, because no event reported it. */
function useTogglesBeforeHydration(
  sections: readonly SectionState[],
  open: ReadonlySet<string>,
  change: (next: ReadonlySet<string>) => void,
): void {
  const applyToggles = useEffectEvent(() => {
    const next = sections.filter(({ id }) => {
      const section = document.getElementById(`section-${id}`);
      return section instanceof HTMLDetailsElement ? section.open : open.has(id);
    });
    if (next.length !== open.size || next.some(({ id }) => !open.has(id))) change(new Set(next.map(({ id }) => id)));
  });
  useLayoutEffect(() => applyToggles(), []);
}

const scrollBehavior = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
