import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface MenuProps {
  summary: ReactNode;
  className?: string;
  summaryClassName?: string;
  children: ReactNode;
}

/** Opens without script; with it, Escape, a press elsewhere and going to another page close it. */
export function Menu({ summary, className, summaryClassName, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new place closes the menu
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);
  useEffect(() => {
    const closeFromOutside = (event: Event): void => {
      if (menu.current?.open && !menu.current.contains(event.target as Node)) menu.current.open = false; // events come from nodes
    };
    document.addEventListener('pointerdown', closeFromOutside);
    document.addEventListener('focusin', closeFromOutside);
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside);
      document.removeEventListener('focusin', closeFromOutside);
    };
  }, []);
  const closeOnEscape = (event: { key: string }): void => {
    if (event.key !== 'Escape' || !menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={menu} className={className} onKeyDown={closeOnEscape}>
      <summary className={summaryClassName}>{summary}</summary>
      {children}
    </details>
  );
}
