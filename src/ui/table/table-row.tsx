import { Link } from '../link.tsx';
import { cx } from '../classes.ts';
import { IconButton, iconButton } from '../button/icon-button.tsx';
import { PopupMenu } from '../overlay/popup-menu.tsx';
import { DotsIcon } from '../icons/back-office-icons.tsx';
import field from '../form/field.module.css';
import styles from './data-table.module.css';
import word from './row-action-button.module.css';
import type { Column, RowAction } from './table-config.ts';
import type { RowSelection } from './use-selection.ts';

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  id: string;
  name: string;
  to: string | undefined;
  /** The ids of all rows of this page. */
  page: readonly string[];
  actions: readonly RowAction[] | undefined;
  selection: RowSelection | undefined;
  isCursor: boolean;
  /** Whether its record is open beside the table. */
  isOpened: boolean;
}

export function TableRow<Row>({ row, columns, id, name, to, page, actions, selection, ...is }: TableRowProps<Row>) {
  const { isCursor, isOpened } = is;
  const isTicked = selection?.has(id) ?? false;
  return (
    <tr
      className={cx(isTicked && styles.ticked, isOpened && styles.opened, isCursor && styles.cursor)}
      aria-current={isOpened ? 'true' : undefined}
    >
      {selection && (
        <td className={styles.tick}>
          <label className={styles.box}>
            <input
              type="checkbox"
              className={field.check}
              checked={isTicked}
              aria-label={`Select ${name}`}
              onChange={(event) => selection.setSelected([id], event.target.checked)}
              onClick={(event) => event.shiftKey && selection.selectUpTo(id, page)}
            />
          </label>
        </td>
      )}
      {columns.map((column, i) => (
        <Cell key={column.key} row={row} column={column} isFirst={i === 0} to={i === 0 ? to : undefined} />
      ))}
      {actions && (
        <td className={styles.actions} data-phone="actions">
          <div>
            {actions
              .filter(({ isAlways }) => isAlways)
              .map((action) => (
                <InlineAction key={action.label} {...action} name={name} row={to} />
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

interface CellProps<Row> {
  row: Row;
  column: Column<Row>;
  isFirst: boolean;
  to: string | undefined;
}

function Cell<Row>({ row, column, isFirst, to }: CellProps<Row>) {
  const { cell, isNumeric, isLong, isWide, phone, phoneLabel } = column;
  const content = cell(row);
  return (
    <td
      className={cx(
        isNumeric && styles.num,
        isFirst && styles.name,
        (isLong || isFirst) && styles.long,
        isWide && styles.wide,
      )}
      data-phone={content === null ? 'none' : (phone ?? 'none')}
      data-label={phoneLabel}
    >
      {to === undefined ? (
        (content ?? '–')
      ) : (
        <Link to={to} className={styles.name} prefetch="intent">
          {content}
        </Link>
      )}
    </td>
  );
}

interface InlineActionProps extends RowAction {
  name: string;
  /** The row's link. */
  row: string | undefined;
}

function InlineAction({ label, icon, to, onSelect, name, isAlways, row }: InlineActionProps) {
  const words = `${label}, ${name}`;
  if (isAlways === 'words' && to === undefined) {
    return (
      <button type="button" className={word.word} aria-label={words} onClick={onSelect}>
        {icon}
        <span>{label}</span>
      </button>
    );
  }
  if (to === undefined) {
    return (
      <IconButton label={words} onClick={onSelect}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Link
      to={to}
      className={cx(iconButton, to === row && styles.again)}
      aria-label={words}
      title={label}
      prefetch="intent"
    >
      {icon}
    </Link>
  );
}
