import { useEffect, useRef, useState } from 'react';
import { cx } from '../classes.ts';
import { SearchIcon } from '../icons/icons.tsx';
import { KeyboardKey } from '../button/keyboard-key.tsx';
import { PopupMenu } from '../overlay/popup-menu.tsx';
import { useKeyboardShortcuts } from '../use-keyboard-shortcuts.ts';
import { ColumnsIcon, DenseIcon, DownloadIcon, RowsIcon } from '../icons/back-office-icons.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { TableConfig } from './table-config.ts';
import panel from '../layout/back-office-panel.module.css';
import styles from './table-toolbar.module.css';
import { isColumnVisible } from './table-preferences.ts';
import { rowsQuery, type Table } from './use-table-state.ts';

const searchWaitMs = 600; // specification of the shop, section 9

/** The search box, the filters, the export and the display options. */
export function TableToolbar<Row>(props: TableConfig<Row> & { table: Table }) {
  const { table, searchLabel, onSearch, filters = [], filterLabel, columns, exportTo } = props;
  const [, ...others] = columns;
  const download = (format: 'csv' | 'xlsx') => () => {
    if (exportTo) window.location.assign(exportTo(format, rowsQuery(table.query)));
  };
  return (
    <div className={panel.bar}>
      {searchLabel && <SearchBox table={table} label={searchLabel} onSearch={onSearch} />}
      <FilterChips table={table} filters={filters} label={filterLabel} />
      <div className={panel.tools}>
        {exportTo && (
          <PopupMenu
            buttonClassName={styles.tool}
            button={
              <>
                <DownloadIcon />
                <span>Export</span>
              </>
            }
            entries={[
              { label: 'Excel, as filtered', onSelect: download('xlsx') },
              { label: 'CSV, as filtered', onSelect: download('csv') },
            ]}
          />
        )}
        {others.length > 1 && (
          <PopupMenu
            buttonClassName={styles.tool}
            button={
              <>
                <ColumnsIcon />
                <span>Columns</span>
              </>
            }
            entries={others.map((column) => {
              const isOn = isColumnVisible(table.preferences, column);
              const columns = { ...table.preferences.columns, [column.key]: !isOn };
              return { label: column.label, isOn, onSelect: () => table.changePreferences({ columns }) };
            })}
          />
        )}
        <Density table={table} />
      </div>
    </div>
  );
}

interface SearchBoxProps {
  table: Pick<Table, 'search' | 'change'>;
  label: string;
  onSearch?: TableConfig<never>['onSearch'];
}

/**
 * Searches 600 ms after the last keystroke, or at once on Enter; the slash key focuses the box. The input is uncontrolled, because React would
 * overwrite what was typed before hydration.
 */
export function SearchBox({ table, label, onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const { search, change } = table;
  const [first] = useState(search);
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const look = (text: string): void => {
    if (text.trim() === sent.current) return;
    sent.current = text.trim();
    change({ search: text.trim() || undefined });
  };
  useEffect(() => {
    if (search !== sent.current) {
      setTyped(search); // the Back button, a view, or "Clear search"
      if (input.current) input.current.value = search;
    }
    sent.current = search;
  }, [search]);
  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = setTimeout(() => look(typed), searchWaitMs);
    return () => clearTimeout(timer);
  });
  useKeyboardShortcuts({
    '/': () => {
      input.current?.focus();
      input.current?.select();
    },
  });
  return (
    <form
      method="dialog"
      role="search"
      className={panel.search}
      onSubmit={(event) => {
        event.preventDefault();
        look(typed);
        if (!onSearch || typed.trim() === '') return;
        input.current?.select(); // so that the next scan replaces the text
        onSearch(typed.trim());
      }}
    >
      <SearchIcon />
      <input
        ref={input}
        type="search"
        name="search"
        aria-label={label}
        placeholder={label}
        defaultValue={first}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault(); // some browsers would clear the search
          input.current?.blur();
        }}
      />
      <KeyboardKey>/</KeyboardKey>
    </form>
  );
}

function Density({ table }: { table: Table }) {
  const isDense = table.preferences.isDense ?? false;
  const kinds = [
    { label: 'Comfortable rows', is: false, icon: <RowsIcon /> },
    { label: 'Compact rows', is: true, icon: <DenseIcon /> },
  ];
  return (
    <div className={styles.density} role="group" aria-label="Height of rows">
      {kinds.map(({ label, is, icon }) => (
        <button
          key={label}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={isDense === is}
          className={cx(isDense === is && styles.on)}
          onClick={() => table.changePreferences({ isDense: is })}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
