import { Link } from 'react-router';
import { cx } from '../classes.ts';
import { IconButton, iconButton } from '../icon-button.tsx';
import { PopupMenu } from '../popup-menu.tsx';
import { DotsIcon } from '../work-icons.tsx';
import styles from './data-table.module.css';
import type { Column, RowAction } from './parts.ts';
import type { Ticks } from './use-selection.ts';

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  id: string;
  name: string;
  to: string | undefined;
  /** The ids of all rows of this page. */
  page: readonly string[];
  actions: readonly RowAction[] | undefined;
  ticks: Ticks | undefined;
  isCursor: boolean;
}

export function TableRow<Row>({ row, columns, id, name, to, page, actions, ticks, isCursor }: TableRowProps<Row>) {
  const isTicked = ticks?.has(id) ?? false;
  return (
    <tr className={cx(isTicked && styles.ticked, isCursor && styles.cursor)}>
      {ticks && (
        <td className={styles.tick}>
          <label className={styles.box}>
            <input
              type="checkbox"
              checked={isTicked}
              aria-label={`Select ${name}`}
              onChange={(event) => ticks.turn([id], event.target.checked)}
              onClick={(event) => event.shiftKey && ticks.reach(id, page)}
            />
          </label>
        </td>
      )}
      {columns.map(({ key, cell, isNumeric, isWide, phone }, i) => (
        <td
          key={key}
          className={cx(isNumeric && styles.num, i === 0 && styles.name, isWide && styles.wide)}
          data-phone={phone ?? 'none'}
        >
          {i === 0 && to !== undefined ? (
            <Link to={to} className={styles.name} prefetch="intent">
              {cell(row)}
            </Link>
          ) : (
            (cell(row) ?? '–')
          )}
        </td>
      ))}
      {actions && (
        <td className={styles.actions} data-phone="actions">
          <div>
            {actions
              .filter(({ isAlways }) => isAlways)
              .map((action) => (
                <Always key={action.label} {...action} name={name} />
              ))}
            {actions.length > 0 && (
              <PopupMenu
                button={<DotsIcon />}
                buttonClassName={iconButton}
                label={`More actions, ${name}`}
                entries={actions}
              />
            )}
          </div>
        </td>
      )}
    </tr>
  );
}

function Always({ label, icon, to, onSelect, name }: RowAction & { name: string }) {
  const words = `${label}, ${name}`;
  if (to === undefined) {
    return (
      <IconButton label={words} onClick={onSelect}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Link to={to} className={iconButton} aria-label={words} title={label} prefetch="intent">
      {icon}
    </Link>
  );
}
