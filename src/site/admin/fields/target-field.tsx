import { useState } from 'react';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { fieldId, useFields } from './fields-context.ts';
import styles from './fields.module.css';
import type { Path } from './value-at.ts';

interface TargetFieldProps {
  path: Path;
  label: string;
  error: string | undefined;
  value: string;
  set: (value: string) => void;
}

const pageTarget = /^page:([0-9a-f-]{36})(#.*)?$/;
const elsewhere = 'elsewhere';

/** Where a link leads: a page of the site, chosen by its title, or an address. */
export function TargetField({ path, label, error, value, set }: TargetFieldProps) {
  const { choices } = useFields();
  /** Whether the user has chosen to type an address and has not typed it yet. A value itself shows whether it is a page or an address. */
  const [isTyped, setTyped] = useState(false);
  const [, page = '', part = ''] = pageTarget.exec(value) ?? [];
  const id = fieldId(path);
  const isKnown = choices.pages.some((choice) => choice.value === page);
  const isAddress = value === '' ? isTyped : page === '';
  const shows = isAddress ? elsewhere : page;
  return (
    <div className={styles.pair}>
      <SelectField
        label={label}
        id={isAddress ? `${id}-kind` : id}
        error={isAddress ? undefined : error}
        value={shows}
        onChange={({ target }) => {
          setTyped(target.value === elsewhere);
          set(target.value === elsewhere || target.value === '' ? '' : `page:${target.value}${part}`);
        }}
      >
        <option value="">Choose a page</option>
        <option value={elsewhere}>An address…</option>
        {page !== '' && !isKnown && <option value={page}>A page that has been removed</option>}
        <optgroup label="Pages">
          {choices.pages.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label} ({choice.note})
            </option>
          ))}
        </optgroup>
      </SelectField>
      {isAddress && (
        <TextField
          id={id}
          label="Address"
          hint="https://, mailto:, tel:, /shopping/… or #part"
          inputMode="url"
          autoComplete="off"
          error={error}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </div>
  );
}
