import { useId, useRef } from 'react';
import { format, isDay } from '#lib/day.ts';
import { endBeforeStart } from '#lib/api/sentences.ts';
import { Button } from '../button/button.tsx';
import { Checkbox, FieldError, Radio } from '../form/field.tsx';
import { CloseIcon, PlusIcon } from '../icons/icons.tsx';
import { Popover } from '../overlay/popover.tsx';
import { useKeyboardShortcuts } from '../use-keyboard-shortcuts.ts';
import styles from './filter-chips.module.css';
import type { Filter } from './table-config.ts';
import { keysOf, type Table } from './use-table-state.ts';

interface FilterChipsProps {
  table: Table;
  filters: readonly Filter[];
  label: string | undefined;
}

/** The active filters, each with a button that removes it, and the panel that sets them. */
export function FilterChips({ table, filters, label = 'Filter' }: FilterChipsProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const open = (): void => panel.current?.showPopover();
  useKeyboardShortcuts({ f: () => filters.length > 0 && open() });
  if (filters.length === 0) return null;
  return (
    <div className={styles.chips}>
      {table.active.map((filter) => (
        <span key={filter.label} className={styles.chip}>
          <button type="button" onClick={open}>
            {filter.label}: <b>{valueOf(filter, table.query)}</b>
          </button>
          <button
            type="button"
            aria-label={`Remove filter ${filter.label}`}
            onClick={() => table.change(Object.fromEntries(keysOf(filter).map((key) => [key, undefined])))}
          >
            <CloseIcon />
          </button>
        </span>
      ))}
      <button ref={opener} type="button" className={styles.add} popoverTarget={id}>
        <PlusIcon />
        {label}
      </button>
      <Popover
        ref={panel}
        id={id}
        opener={opener}
        align="start"
        first="input, select"
        role="dialog"
        aria-label="Filters"
        className={styles.panel}
      >
        {filters.map((filter) => (
          <FilterFields key={filter.label} filter={filter} table={table} />
        ))}
        <div className={styles.foot}>
          {table.active.length > 0 && (
            <Button look="plain" size="small" onClick={table.clear}>
              Clear filters
            </Button>
          )}
          <Button size="small" onClick={() => panel.current?.hidePopover()}>
            Done
          </Button>
        </div>
      </Popover>
    </div>
  );
}

function valueOf(filter: Filter, query: URLSearchParams): string {
  if (filter.kind === 'days') {
    const [from = '', to = ''] = [query.get(filter.from) ?? '', query.get(filter.to) ?? ''];
    const day = (text: string): string => (isDay(text) ? format(text) : text);
    if (from && to) return `${day(from)} to ${day(to)}`;
    return from ? `from ${day(from)}` : `until ${day(to)}`;
  }
  const values = query.getAll(filter.key);
  return values.map((value) => filter.choices.find((choice) => choice.value === value)?.label ?? value).join(', ');
}

function FilterFields({ filter, table }: { filter: Filter; table: Table }) {
  const { query, change } = table;
  if (filter.kind === 'days') {
    const [from, to] = [query.get(filter.from), query.get(filter.to)];
    const fault = from && to && to < from ? endBeforeStart : undefined;
    return (
      <fieldset aria-describedby={fault && `${filter.key}-fault`}>
        <legend>{filter.label}</legend>
        <div className={styles.days}>
          {[
            { key: filter.from, label: 'From' },
            { key: filter.to, label: 'To' },
          ].map(({ key, label }) => (
            <label key={key}>
              {label}
              <input
                type="date"
                value={query.get(key) ?? ''}
                onChange={(event) => change({ [key]: event.target.value || undefined })}
              />
            </label>
          ))}
        </div>
        <FieldError id={`${filter.key}-fault`}>{fault}</FieldError>
      </fieldset>
    );
  }
  const selected = query.getAll(filter.key);
  if (filter.kind === 'many') {
    const turn = (value: string, isOn: boolean): void =>
      change({ [filter.key]: isOn ? [...selected, value] : selected.filter((one) => one !== value) });
    return (
      <fieldset>
        <legend>{filter.label}</legend>
        {filter.choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={selected.includes(value)}
            onChange={(event) => turn(value, event.target.checked)}
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
    );
  }
  const [now = ''] = selected;
  const none = { value: '', label: filter.none ?? 'Any' };
  if (filter.choices.length > 8) {
    return (
      <fieldset>
        <legend>{filter.label}</legend>
        <select
          className={styles.select}
          aria-label={filter.label}
          value={now}
          onChange={(event) => change({ [filter.key]: event.target.value || undefined })}
        >
          {[none, ...filter.choices].map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </fieldset>
    );
  }
  return (
    <fieldset>
      <legend>{filter.label}</legend>
      {[none, ...filter.choices].map(({ value, label }) => (
        <Radio
          key={value}
          name={filter.key}
          checked={now === value}
          onChange={() => change({ [filter.key]: value || undefined })}
        >
          {label}
        </Radio>
      ))}
    </fieldset>
  );
}
