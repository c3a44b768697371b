import { type CSSProperties, memo, useEffect, useState } from 'react';
import { cx } from '#ui/classes.ts';
import fieldStyles from '#ui/form/field.module.css';
import { whenIdle } from '#ui/when-idle.ts';
import { isAnswered } from '../definition/field-types.ts';
import type { ShownField, ShownForm } from '../definition/definition.ts';
import { FormField } from '../fields/form-field.tsx';
import type { Answer } from '../rules/answer-values.ts';
import { useScreen } from './screen-context.ts';
import styles from './form-section.module.css';
import { useFieldState } from './store/use-form-store.ts';

/** The id of a field's control; error summaries link to it. */
export const controlId = (key: string): string => `field-${key}`;

/** Widths in twelfths from 576, 768, 992 and 1200 px; the style sheet replaces a missing width with that of the next smaller size. */
function columnsOf({ smColSize, mdColSize, lgColSize, xlColSize }: ShownField): CSSProperties {
  const columns: Record<string, number> = {};
  if (smColSize) columns['--sm'] = smColSize;
  if (mdColSize) columns['--md'] = mdColSize;
  if (lgColSize) columns['--lg'] = lgColSize;
  if (xlColSize) columns['--xl'] = xlColSize;
  return columns; // sets only what is needed, because there may be hundreds of fields
}

/** Whether the field is shown because of another answer. */
const isConditional = (field: ShownField): boolean =>
  isAnswered(field) && !['', '*'].includes(field.visibilityLogic ?? '');

/** A field in the form's grid; renders nothing if its rule hides it. */
const FieldSlot = memo(function FieldSlot({ field }: { field: ShownField }) {
  const { store, isReadOnly, today, answer, changeFiles, shownBy, idPrefix = '' } = useScreen();
  const state = useFieldState(store, field.id);
  const shown = shownBy.get(field.id);
  if (!state.isVisible) return null;
  return (
    <div
      className={cx(styles.slot, isConditional(field) && !isReadOnly && styles.asked)}
      style={columnsOf(field)}
      onBlur={() => store.leave(field.id)}
    >
      <FormField
        field={field}
        formId={store.form.id}
        formVersion={store.form.version}
        id={idPrefix + controlId(field.id)}
        answer={state.answer}
        onAnswer={(given: Answer) => answer(field.id, given)}
        onFiles={(change) => changeFiles(field.id, change)}
        error={state.error}
        isRequired={state.isRequired}
        isReadOnly={isReadOnly}
        attempt={state.attempt}
        today={today}
        shown={shown && { field: shown, answer: store.field(shown.id).answer }}
      />
    </div>
  );
});

type Row = ShownForm['formSections'][number]['formRows'][number];

/** Rows rendered at first; the rest follow while the browser is idle. */
const firstRows = 40;
const moreRows = 60;

/** The rows of a section. A long section is rendered in steps. */
export const SectionBody = memo(function SectionBody({ rows, isWhole }: { rows: readonly Row[]; isWhole: boolean }) {
  const [drawn, setDrawn] = useState(firstRows);
  const isDone = isWhole || drawn >= rows.length;
  useEffect(() => {
    if (isDone) return;
    return whenIdle(() => setDrawn((count) => count + moreRows), 1_000);
  }, [isDone, drawn]);
  return (
    <div className={cx(styles.rows, rows.length > firstRows && styles.long)}>
      {(isDone ? rows : rows.slice(0, drawn)).map(({ id, formFields }) => (
        <div key={id} className={cx(fieldStyles.lines, styles.row)}>
          {formFields.map((field) => (
            <FieldSlot key={field.id} field={field} />
          ))}
        </div>
      ))}
    </div>
  );
});
