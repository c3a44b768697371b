import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface MenuProps {
  summary: ReactNode;
  className?: string;
  summaryClassName?: string;
  /** The page is one of those that it leads to. */
  isCurrent?: boolean;
  children: ReactNode;
}

/** Opens without script; with it, Escape, a press elsewhere and going to another page close it. */
export function Menu({ summary, className, summaryClassName, isCurrent, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // Each new place closes the menu, which is all that the key is for.
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);
  useEffect(() => {
    const closeFromOutside = (event: Event): void => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false; // events come from nodes
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
    <details ref={menu} className={className}>
      <summary className={summaryClassName} aria-current={isCurrent || undefined}>
        {summary}
      </summary>
      {children}
    </details>
  );
}
