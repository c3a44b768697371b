import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

interface DropdownMenuProps {
  summary: ReactNode;
  className?: string;
  summaryClassName?: string;
  isCurrent?: boolean;
  children: ReactNode;
}

/** Works without script; with it, Escape, a click outside and navigation close it. */
export function DropdownMenu({ summary, className, summaryClassName, isCurrent, children }: DropdownMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // The key closes the menu on navigation.
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
    <details ref={menu} className={className}>
      <summary className={summaryClassName} aria-current={isCurrent || undefined}>
        {summary}
      </summary>
      {children}
    </details>
  );
}
