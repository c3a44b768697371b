import { typeOf } from '../definition/field-types.ts';
import type { FieldProps } from './field-props.ts';
import styles from './said.module.css';

/** What the form says between its questions: a label, or markdown or HTML that the server made. */
export function TextBlock({ field, id }: FieldProps) {
  if (typeOf(field.formFieldType).control === 'label')
    return (
      <p id={id} className={styles.label}>
        {field.initialValue ?? field.fieldLabel}
      </p>
    );
  // Harmless: the server made it of markdown without HTML, or let through of HTML only what its list allows.
  return <div id={id} className={styles.text} dangerouslySetInnerHTML={{ __html: field.html ?? '' }} />;
}
