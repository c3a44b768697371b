import { type CSSProperties, memo } from 'react';
import { cx } from '#ui/classes.ts';
import { isAnswered } from '../definition/field-types.ts';
import { FormField } from '../fields/form-field.tsx';
import type { Answer } from '../rules/values.ts';
import type { ShownField } from '../definition/shapes.ts';
import styles from './section.module.css';
import { useScreen } from './screen-context.ts';
import { useFieldState } from './store/use-store.ts';

/** The id of a field's control, where error summaries lead. */
export const controlId = (key: string): string => `field-${key}`;

/** Widths in twelfths from 576, 768, 992 and 1200 px on; where one is left out the style sheet takes the next smaller. */
function columnsOf({ smColSize, mdColSize, lgColSize, xlColSize }: ShownField): CSSProperties {
  const columns: Record<string, number> = {};
  if (smColSize) columns['--sm'] = smColSize;
  if (mdColSize) columns['--md'] = mdColSize;
  if (lgColSize) columns['--lg'] = lgColSize;
  if (xlColSize) columns['--xl'] = xlColSize;
  return columns; // each costs time where hundreds of fields are shown at once
}

/** Whether it is asked because of another answer. */
const isAsked = (field: ShownField): boolean => isAnswered(field) && !['', '*'].includes(field.visibilityLogic ?? '');

/** A field in its place; where its rule hides it there is nothing, not even a gap. */
export const FieldSlot = memo(function FieldSlot({ field }: { field: ShownField }) {
  const { store, isReadOnly, today, answer, changeFiles, shownBy, idPrefix = '' } = useScreen();
  const state = useFieldState(store, field.id);
  const shown = shownBy.get(field.id);
  if (!state.isVisible) return null;
  return (
    <div
      className={cx(styles.slot, isAsked(field) && !isReadOnly && styles.asked)}
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
