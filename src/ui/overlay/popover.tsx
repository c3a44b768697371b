import { type ComponentPropsWithoutRef, type RefObject, useLayoutEffect, useState } from 'react';
import { cx } from '../classes.ts';
import styles from './popover.module.css';

type PopoverProps = ComponentPropsWithoutRef<'div'> & {
  id: string;
  ref: RefObject<HTMLDivElement | null>;
  /** Beside what it opens: a button with its id as `popoverTarget`. */
  opener: RefObject<HTMLElement | null>;
  /** Which edge it shares with the opener. */
  align: 'start' | 'end';
  /** What gets the focus, as a selector. */
  first: string;
  onTurn?: (isOpen: boolean) => void;
};

const gap = 4; // pixels

/** The browser's own popover, below its button; Escape, a press beside it and Tab out of it close it. Its content is there only while it is open. */
export function Popover({ ref, opener, align, first, onTurn, className, children, ...rest }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  // Its content is there only once it is open, and so is its height.
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
        if (relatedTarget === null || relatedTarget === opener.current) return; // its button closes it by itself
        if (!currentTarget.contains(relatedTarget)) currentTarget.hidePopover(); // it would hide where the focus is
      }}
      onToggle={({ newState }) => {
        setOpen(newState === 'open');
        onTurn?.(newState === 'open');
      }}
    >
      {isOpen && children}
    </div>
  );
}

/** Below the button, or above it where there is no room below but there is above; never beyond the window. */
function place(opener: HTMLElement, panel: HTMLElement, align: 'start' | 'end'): void {
  const at = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const isAbove = at.bottom + gap + height > window.innerHeight && at.top > height + gap;
  const top = isAbove ? at.top - gap - height : at.bottom + gap;
  const left = align === 'start' ? at.left : at.right - width;
  panel.style.top = `${Math.max(gap, Math.min(top, window.innerHeight - height - gap))}px`;
  panel.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`;
}
