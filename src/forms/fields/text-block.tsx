import { typeOf } from '../definition/field-types.ts';
import type { FieldProps } from './field-props.ts';
import styles from './text-block.module.css';

/** A text block of the form: a label, or HTML rendered by the server. */
export function TextBlock({ field, id }: FieldProps) {
  if (typeOf(field).control === 'label')
    return (
      <p id={id} className={styles.label}>
        {field.initialValue ?? field.fieldLabel}
      </p>
    );
  // Safe: the server renders markdown without HTML and sanitises HTML with an allow list.
  return <div id={id} className={styles.text} dangerouslySetInnerHTML={{ __html: field.html ?? '' }} />;
}
