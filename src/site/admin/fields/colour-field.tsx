import { TextField } from '#ui/form/field.tsx';
import { fieldId } from './fields-context.ts';
import styles from './fields.module.css';
import type { Path } from './value-at.ts';

interface ColourFieldProps {
  path: Path;
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  value: string;
  set: (value: string) => void;
}

/** A colour, typed or picked. */
export function ColourField({ path, value, set, ...words }: ColourFieldProps) {
  const isColour = /^#[0-9a-f]{6}$/.test(value);
  return (
    <div className={styles.colour}>
      <TextField
        {...words}
        id={fieldId(path)}
        value={value}
        placeholder="#0b7a5b"
        spellCheck={false}
        onChange={(event) => set(event.target.value.toLowerCase())}
      />
      <input
        type="color"
        aria-label={`${words.label}, pick`}
        value={isColour ? value : '#000000'}
        onChange={(event) => set(event.target.value)}
      />
    </div>
  );
}
