import type { CSSProperties, PointerEvent } from 'react';
import { Link } from '#ui/link.tsx';
import type { Search } from '#lib/text/search-words.ts';
import { cx } from '#ui/classes.ts';
import { IconButton, iconButton } from '#ui/button/icon-button.tsx';
import { ChevronDownIcon, PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { HighlightedText } from '#ui/feedback/highlighted-text.tsx';
import { type MenuEntry, PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { DotsIcon, GripIcon, PencilIcon } from '#ui/icons/back-office-icons.tsx';
import { deepestLevel, type DropTarget } from './tree-operations.ts';
import styles from './category-tree.module.css';
import type { Category } from './contract.ts';

export interface RowActions {
  add: () => void;
  edit: () => void;
  remove: () => void;
  menu: readonly MenuEntry[];
}

interface CategoryRowProps {
  category: Category;
  /** The number of siblings, including itself. */
  siblingCount: number;
  /** Whether its children are shown; undefined for a category without children. */
  isOpen: boolean | undefined;
  isActive: boolean;
  isDragged: boolean;
  /** Where the dragged row would be dropped, relative to this one. */
  dropTarget: DropTarget | undefined;
  search: Search;
  actions: RowActions;
  toggle: () => void;
  activate: () => void;
  /** Starts to drag the row; undefined while rows can't be dragged. */
  grab: ((event: PointerEvent<HTMLElement>) => void) | undefined;
}

/** A row of the category tree. Tab reaches the buttons of the active row only. */
export function CategoryRow({
  category,
  siblingCount,
  isOpen,
  isActive,
  isDragged,
  dropTarget,
  ...rest
}: CategoryRowProps) {
  const { search, actions, toggle, activate, grab } = rest;
  const { id, name, level, position, url, productCount } = category;
  const tab = isActive ? 0 : -1;
  // The line is indented to the level that the dropped row would have.
  const lineLevel = dropTarget && dropTarget.zone === 'inside' ? level + 1 : level;
  return (
    <div
      role="row"
      aria-level={level}
      aria-posinset={position + 1}
      aria-setsize={siblingCount}
      aria-expanded={isOpen}
      tabIndex={tab}
      data-row={id}
      className={cx(styles.row, isDragged && styles.dragged, dropTarget && styles[dropTarget.zone])}
      style={{ '--level': level, '--line': lineLevel } as CSSProperties} // React's type knows no custom properties
      onFocus={activate}
    >
      <div role="gridcell" className={styles.name}>
        <span className={cx(styles.grip, !grab && styles.idle)} title="Drag to move" onPointerDown={grab}>
          <GripIcon />
        </span>
        {isOpen === undefined ? (
          <span className={styles.leaf} />
        ) : (
          <button type="button" tabIndex={-1} aria-hidden="true" className={styles.fold} onClick={toggle}>
            <ChevronDownIcon />
          </button>
        )}
        <span className={styles.words}>
          <span className={styles.label} data-name="">
            <HighlightedText text={name} search={search} />
          </span>
          <span className={styles.url}>/{url}</span>
        </span>
      </div>
      <div role="gridcell" className={styles.count}>
        {productCount === 0 ? (
          '–'
        ) : (
          <Link to={`/admin/manage-products/?category=${id}`} tabIndex={tab}>
            {productCount.toLocaleString('en-AU')}
          </Link>
        )}
      </div>
      <div role="gridcell" className={styles.acts}>
        {level < deepestLevel && (
          <IconButton label={`Add a sub-category to ${name}`} tabIndex={tab} onClick={actions.add}>
            <PlusIcon />
          </IconButton>
        )}
        <IconButton label={`Edit ${name}`} tabIndex={tab} onClick={actions.edit}>
          <PencilIcon />
        </IconButton>
        <IconButton label={`Delete ${name}`} tabIndex={tab} onClick={actions.remove}>
          <TrashIcon />
        </IconButton>
        <PopupMenu
          button={<DotsIcon />}
          buttonClassName={iconButton}
          label={`More actions, ${name}`}
          tabIndex={tab}
          entries={actions.menu}
        />
      </div>
    </div>
  );
}
