import { type CSSProperties, memo } from 'react';
import { cx } from '#ui/classes.ts';
import { isAnswered } from '../definition/field-types.ts';
import { FormField } from '../fields/form-field.tsx';
import type { Answer } from '../rules/values.ts';
import type { ShownField } from '../definition/shapes.ts';
import styles from './section.module.css';
import { useScreen } from './screen-context.ts';
import { useFieldState } from './store/use-store.ts';

/** The id of a field's control; error summaries link to it. */
export const controlId = (key: string): string => `field-${key}`;

/** Widths in twelfths from 576, 768, 992 and 1200 px; a missing one falls back to the next smaller in the style sheet. */
function columnsOf({ smColSize, mdColSize, lgColSize, xlColSize }: ShownField): CSSProperties {
  const columns: Record<string, number> = {};
  if (smColSize) columns['--sm'] = smColSize;
  if (mdColSize) columns['--md'] = mdColSize;
  if (lgColSize) columns['--lg'] = lgColSize;
  if (xlColSize) columns['--xl'] = xlColSize;
  return columns; // set only what is needed: there may be hundreds of fields
}

/** Whether the field is shown because of another answer. */
const isConditional = (field: ShownField): boolean =>
  isAnswered(field) && !['', '*'].includes(field.visibilityLogic ?? '');

/** A field in the form's grid; nothing if its rule hides it. */
export const FieldSlot = memo(function FieldSlot({ field }: { field: ShownField }) {
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
