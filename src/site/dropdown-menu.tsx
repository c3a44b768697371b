import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { NavEntry } from './navigation.ts';

interface DropdownMenuProps {
  summary: ReactNode;
  className?: string;
  summaryClassName?: string;
  isCurrent?: boolean;
  /** Who sees it, while a public page does not know its reader. */
  only?: NavEntry['only'];
  children: ReactNode;
}

/** A menu that also works without script. With script, Escape, a click outside and navigation close it. */
export function DropdownMenu({ summary, className, summaryClassName, isCurrent, only, children }: DropdownMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // Each navigation changes the location's key.
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);
  useEffect(() => {
    const closeFromOutside = (event: Event): void => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false; // targets of DOM events are nodes
    };
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);
  return (
    <details ref={menu} className={className} data-only={only}>
      <summary className={summaryClassName} aria-current={isCurrent || undefined}>
        {summary}
      </summary>
      {children}
    </details>
  );
}
