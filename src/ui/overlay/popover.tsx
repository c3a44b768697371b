import { type ComponentPropsWithoutRef, type RefObject, useLayoutEffect, useState } from 'react';
import { cx } from '../classes.ts';
import styles from './popover.module.css';

type PopoverProps = ComponentPropsWithoutRef<'div'> & {
  id: string;
  ref: RefObject<HTMLDivElement | null>;
  /** The button that opens it, with its id as `popoverTarget`. */
  opener: RefObject<HTMLElement | null>;
  /** The edge aligned with the opener. */
  align: 'start' | 'end';
  /** A selector for the element to focus first. */
  first: string;
  onOpenChange?: (isOpen: boolean) => void;
};

const gap = 4; // pixels

/**
 * A native popover below its button. It closes on Escape, on a click outside, and when Tab leaves it. Its content is mounted only while it is
 * open.
 */
export function Popover({ ref, opener, align, first, onOpenChange, className, children, ...rest }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  // The height of the content is known only once the popover is open.
  useLayoutEffect(() => {
    if (!isOpen || !opener.current || !ref.current) return;
    place(opener.current, ref.current, align);
    ref.current.querySelector<HTMLElement>(first)?.focus();
  }, [isOpen, opener, ref, align, first]);
  return (
    <div
      {...rest}
      ref={ref}
      popover="auto"
      className={cx(styles.popover, className)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget === null || relatedTarget === opener.current) return; // the button closes it by itself
        if (!currentTarget.contains(relatedTarget)) currentTarget.hidePopover(); // it would cover the focused element
      }}
      onToggle={({ newState }) => {
        setOpen(newState === 'open');
        onOpenChange?.(newState === 'open');
      }}
    >
      {isOpen && children}
    </div>
  );
}

/** Places the panel below the button, or above it if there is room only there, and always within the window. */
function place(opener: HTMLElement, panel: HTMLElement, align: 'start' | 'end'): void {
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isAbove = at.bottom + gap + height > window.innerHeight && at.top > height + gap;
  const top = isAbove ? at.top - gap - height : at.bottom + gap;
  const left = align === 'start' ? at.left : at.right - width;
  panel.style.top = `${Math.max(gap, Math.min(top, window.innerHeight - height - gap))}px`;
  panel.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
}
