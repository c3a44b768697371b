import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isBlank, type Search } from '#lib/text/search-words.ts';
import { childrenOf, visibleRows, type MoveTarget } from './tree-operations.ts';
import { CategoryRow, type RowActions } from './category-row.tsx';
import styles from './category-tree.module.css';
import type { Category } from './contract.ts';
import { keyAction } from './tree-keyboard.ts';
import { useDragCategory } from './use-drag-category.ts';

interface CategoryTreeProps {
  all: readonly Category[];
  /** Whether some of the moves shown are not stored yet. */
  isSaving: boolean;
  search: Search;
  expanded: ReadonlySet<string>;
  setOpen: (id: string, isOpen: boolean) => void;
  move: (category: Category, target: MoveTarget) => void;
  actionsOf: (category: Category) => RowActions;
  /** The category that was just added; it gets the focus. */
  focused: { id: string } | undefined;
  /** Shown when there are no rows. */
  children: ReactNode;
}

/**
 * The categories as a tree grid (WAI-ARIA): arrow keys navigate, expand and collapse; with Alt they move the category.
 * Rows can also be dragged by their handles. Nothing can be moved during a search, because siblings may be hidden.
 */
export function CategoryTree({
  all,
  isSaving,
  search,
  expanded,
  setOpen,
  move,
  actionsOf,
  focused,
  children,
}: CategoryTreeProps) {
  const rows = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const refocus = useRef<string>(undefined);
  const isSearching = !isBlank(search);
  const visible = visibleRows(all, { expanded, search });
  const current = visible.some(({ id }) => id === active) ? active : visible[0]?.id;
  const isOpen = (id: string): boolean => isSearching || expanded.has(id);

  const focus = (id: string | undefined): void =>
    rows.current?.querySelector<HTMLElement>(`[data-row="${id ?? ''}"]`)?.focus();
  useEffect(() => {
    refocus.current = focused?.id;
  }, [focused]);
  // Restores the focus after each render: a row that moves in the DOM loses it, and an added row may be rendered later.
  useEffect(() => {
    if (!visible.some(({ id }) => id === refocus.current)) return;
    focus(refocus.current);
    refocus.current = undefined;
  });

  const moveTo = (id: string, target: MoveTarget): void => {
    const category = all.find((one) => one.id === id);
    if (!category || (category.parentId === target.parentId && category.position === target.position)) return;
    if (target.parentId !== null) setOpen(target.parentId, true);
    refocus.current = id;
    move(category, target);
    const parent = all.find((one) => one.id === target.parentId);
    setAnnouncement(
      `${category.name} is now at position ${target.position + 1} ${parent ? `in ${parent.name}` : 'at the top level'}.`,
    );
  };
  const { dragging, grab } = useDragCategory({
    rows,
    ghost,
    all,
    isOpen: (id) => isOpen(id) && childrenOf(all, id).length > 0,
    expand: (id) => setOpen(id, true),
    drop: moveTo,
  });

  const press = (event: KeyboardEvent): void => {
    const category = all.find(({ id }) => id === current);
    if (!category) return;
    const isOnRow = event.target instanceof HTMLElement && event.target.dataset['row'] !== undefined;
    const context = {
      category,
      all,
      visible,
      isOnRow,
      isSearching,
      isOpen,
      focus,
      setOpen,
      moveTo,
      announce: setAnnouncement,
    };
    const action = keyAction(event, { ...context, actions: actionsOf(category) });
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };

  const dragged = all.find(({ id }) => id === dragging?.id);
  return (
    <div className={styles.tree}>
      <div
        role="treegrid"
        tabIndex={-1}
        aria-busy={isSaving}
        aria-label="Categories"
        aria-describedby="category-keys"
        ref={rows}
        onKeyDown={press}
      >
        <div role="row" className={styles.head}>
          <span role="columnheader">Name</span>
          <span role="columnheader">Products in shop</span>
          <span role="columnheader">Actions</span>
        </div>
        {visible.map((category) => (
          <CategoryRow
            key={category.id}
            category={category}
            siblingCount={childrenOf(all, category.parentId).length}
            isOpen={childrenOf(all, category.id).length > 0 ? isOpen(category.id) : undefined}
            isActive={category.id === current}
            isDragged={category.id === dragging?.id}
            dropTarget={dragging?.target?.targetId === category.id ? dragging.target : undefined}
            search={search}
            actions={actionsOf(category)}
            toggle={() => setOpen(category.id, !expanded.has(category.id))}
            activate={() => setActive(category.id)}
            grab={isSearching ? undefined : (event) => grab(event, category.id)}
          />
        ))}
      </div>
      {visible.length === 0 && children}
      {dragged && (
        <div ref={ghost} className={styles.ghost} aria-hidden="true">
          {dragged.name}
        </div>
      )}
      <p className={styles.announcement} role="status">
        {announcement}
      </p>
    </div>
  );
}
