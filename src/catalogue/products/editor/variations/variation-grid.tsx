import { type ReactNode, useRef } from 'react';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Hidden } from '#ui/visually-hidden.tsx';
import { WarningIcon } from '#ui/icons/icons.tsx';
import { KeyboardKey } from '#ui/button/keyboard-key.tsx';
import { contains, type GridColumn, gridColumns } from './grid-cells.ts';
import { type Grid, useGrid } from './use-grid.ts';
import { isChanged, type VariationRow, type Variations } from './use-variations.ts';
import styles from './variation-grid.module.css';

interface VariationGridProps {
  state: Variations;
  /** Whether to show the messages of all cells; otherwise, only changed cells show theirs. */
  showsAll: boolean;
  /** The server's message for a cell. */
  refused: (row: VariationRow, column: GridColumn) => string | undefined;
  /** Opens the stock dialog of a row; undefined for users who may not move stock. */
  moveStock: ((row: VariationRow) => void) | undefined;
}

const names: Record<GridColumn, string> = { code: 'Product code', price: 'Price' };

export function VariationGrid({ state, showsAll, refused, moveStock }: VariationGridProps) {
  const { rows, variations, write, undo } = state;
  const table = useRef<HTMLTableElement>(null);
  const grid = useGrid({ grid: table, rows, write, undo });
  const faultAt = (at: number, column: GridColumn): string | undefined => {
    const row = rows[at];
    if (!row) return undefined;
    const own = state.faults.find((fault) => fault.at === at && fault.column === column)?.message;
    return refused(row, column) ?? (showsAll || isChanged(row, column) ? own : undefined);
  };
  return (
    <>
      <p className={styles.keys}>
        <span>
          <KeyboardKey>Ctrl</KeyboardKey> <KeyboardKey>D</KeyboardKey> fill down
        </span>
        <span>
          <KeyboardKey>Ctrl</KeyboardKey> <KeyboardKey>V</KeyboardKey> paste from Excel
        </span>
        <span>
          <KeyboardKey>Ctrl</KeyboardKey> <KeyboardKey>Z</KeyboardKey> undo
        </span>
        <span>
          <KeyboardKey>Esc</KeyboardKey> cancel
        </span>
      </p>
      <div className={styles.scroll}>
        <table
          ref={table}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a WAI-ARIA grid with focusable cells
          role="grid"
          aria-label="Variation items"
          className={styles.sheet}
          onKeyDown={grid.press}
          onCopy={grid.copy}
          onPaste={grid.paste}
        >
          <thead>
            <tr>
              <th scope="col">
                <Hidden>Row</Hidden>
              </th>
              {variations.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              {gridColumns.map((column, place) => (
                <th
                  key={column}
                  scope="col"
                  className={cx(column === 'price' && styles.num, grid.active.column === place && styles.hot)}
                >
                  {names[column]}
                </th>
              ))}
              <th scope="col" className={styles.num}>
                Stock on hand
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <GridRowCells key={row.key} {...{ row, at, grid }} before={rows[at - 1]} faultAt={faultAt}>
                <Stock row={row} move={moveStock} />
              </GridRowCells>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps {
  row: VariationRow;
  before: VariationRow | undefined;
  at: number;
  grid: Grid;
  faultAt: (at: number, column: GridColumn) => string | undefined;
  children: ReactNode;
}

function GridRowCells({ row, before, at, grid, faultAt, children }: RowProps) {
  return (
    <tr>
      <th scope="row" className={cx(at >= grid.range.from.row && at <= grid.range.to.row && styles.hot)}>
        {at + 1}
      </th>
      {row.labels.map((label, place) => (
        <td key={place} className={cx(styles.fixed, before?.labels[place] === label && styles.repeated)}>
          {label}
        </td>
      ))}
      {gridColumns.map((column, place) => (
        <Cell key={column} {...{ row, grid, column }} place={{ row: at, column: place }} fault={faultAt(at, column)} />
      ))}
      {children}
    </tr>
  );
}

interface CellProps {
  row: VariationRow;
  column: GridColumn;
  place: { row: number; column: number };
  grid: Grid;
  fault: string | undefined;
}

function Cell({ row, column, place, grid, fault }: CellProps) {
  const { active, range, typed } = grid;
  const isActive = active.row === place.row && active.column === place.column;
  const id = `cell-${place.row}-${column}`;
  const text = row[column];
  return (
    <td
      id={id}
      data-cell={`${place.row} ${place.column}`}
      tabIndex={isActive ? 0 : -1}
      aria-selected={contains(range, place)}
      aria-invalid={fault ? true : undefined}
      aria-label={`${names[column]}, ${row.labels.join(' / ')}: ${text || 'empty'}${fault ? `. ${fault}` : ''}`}
      className={cx(
        column === 'price' && styles.num,
        contains(range, place) && styles.selected,
        isActive && styles.active,
        isChanged(row, column) && styles.edited,
        fault && styles.bad,
      )}
      onMouseDown={(event) => {
        if (isActive && typed !== undefined) return; // the click places the caret
        event.preventDefault();
        grid.select(place, event.shiftKey);
      }}
      onMouseEnter={(event) => event.buttons === 1 && grid.select(place, true)}
      onDoubleClick={() => grid.edit(place)}
    >
      {isActive && typed !== undefined ? (
        <input
          autoFocus
          aria-label={`${names[column]}, ${row.labels.join(' / ')}`}
          inputMode={column === 'price' ? 'decimal' : undefined}
          value={typed}
          onChange={(event) => grid.setTyped(event.target.value)}
          // If the focus moves within the grid, the input has already been committed.
          onBlur={(event) => !event.relatedTarget?.closest('[role=grid]') && grid.commit()}
        />
      ) : (
        <span>{column === 'price' && text !== '' && /^[\d.,]+$/.test(text) ? `$${text}` : text}</span>
      )}
      {fault && <WarningIcon className={styles.sign} />}
      {fault && isActive && <span className={styles.tip}>{fault}</span>}
    </td>
  );
}

const lowStock = 5;

function Stock({ row, move }: { row: VariationRow; move: ((row: VariationRow) => void) | undefined }) {
  const onHand = row.item?.stockOnHand ?? 0;
  return (
    <td className={cx(styles.fixed, styles.num)}>
      <span className={styles.stock}>
        {row.item && onHand < 1 && <Badge tone="danger">None</Badge>}
        {onHand > 0 && onHand <= lowStock && <Badge tone="warning">Low</Badge>}
        {onHand}
        {row.item && move && (
          <Button
            look="plain"
            size="small"
            aria-label={`Update stock of ${row.labels.join(' / ')}`}
            onClick={() => move(row)}
          >
            Update
          </Button>
        )}
      </span>
    </td>
  );
}
