import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Link } from '../link.tsx';
import { cx } from '../classes.ts';
import { KeyboardKey } from '../button/keyboard-key.tsx';
import { Popover } from './popover.tsx';
import styles from './popup-menu.module.css';

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** The key for the same action in a table's row: `E`. */
  shortcut?: string;
  isDangerous?: boolean;
  /** Whether the entry is checked, for entries that toggle. Selecting such an entry leaves the menu open. */
  isOn?: boolean;
  /** Draws a line above the entry. */
  startsGroup?: boolean;
  /** The target of an entry that is a link. Other entries are actions. */
  to?: string;
  onSelect?: () => void;
}

interface PopupMenuProps {
  /** The button's content; `label` is its accessible name if it has no text. */
  button: ReactNode;
  buttonClassName?: string | undefined;
  label?: string;
  /** -1 to exclude it from the Tab order, as in a tree. */
  tabIndex?: number;
  entries: readonly MenuEntry[];
}

/** A menu button (WAI-ARIA): arrow keys move, Home and End jump, letters search, Escape and Tab close. */
export function PopupMenu({ button, buttonClassName, label, tabIndex, entries }: PopupMenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => list.current?.hidePopover();
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const press = (event: KeyboardEvent): void => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement); // -1 if the focus is elsewhere
    const target = targetOf(event.key, { all, at });
    if (event.key === 'Tab') close();
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  };
  return (
    <>
      <button
        ref={opener}
        id={`${id}-button`}
        type="button"
        className={buttonClassName}
        tabIndex={tabIndex}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          list.current?.showPopover();
        }}
      >
        {button}
      </button>
      <Popover
        ref={list}
        id={id}
        opener={opener}
        align="end"
        first="[role^=menuitem]"
        role="menu"
        tabIndex={-1}
        aria-labelledby={`${id}-button`}
        className={styles.menu}
        onOpenChange={setOpen}
        onKeyDown={press}
      >
        {entries.map((entry) => (
          <Entry key={entry.label} {...entry} close={close} />
        ))}
      </Popover>
    </>
  );
}

function targetOf(key: string, { all, at }: { all: HTMLElement[]; at: number }): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(at + 1) % all.length];
  if (key === 'ArrowUp') return all.at(at <= 0 ? -1 : at - 1);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (!/^[\p{L}\p{N}]$/u.test(key)) return undefined;
  const rest = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return rest.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()));
}

function Entry({ close, ...entry }: MenuEntry & { close: () => void }) {
  const { label, icon, shortcut, isDangerous, isOn, startsGroup, to, onSelect } = entry;
  const className = cx(styles.entry, isDangerous && styles.danger, startsGroup && styles.group);
  const content = (
    <>
      {isOn !== undefined && <span className={cx(styles.tick, isOn && styles.on)} aria-hidden="true" />}
      {icon}
      <span>{label}</span>
      {shortcut && <KeyboardKey>{shortcut}</KeyboardKey>}
    </>
  );
  if (to !== undefined) {
    return (
      <Link role="menuitem" tabIndex={-1} to={to} className={className} onClick={close}>
        {content}
      </Link>
    );
  }
  const select = (): void => {
    if (isOn === undefined) close();
    onSelect?.();
  };
  return (
    <button
      type="button"
      role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isOn}
      tabIndex={-1}
      className={className}
      onClick={select}
    >
      {content}
    </button>
  );
}
