import { memo, useEffect, useState } from 'react';
import { cx } from '#ui/classes.ts';
import fieldStyles from '#ui/form/field.module.css';
import { whenIdle } from '#ui/idle.ts';
import type { ShownForm } from '../definition/shapes.ts';
import { FieldSlot } from './field-slot.tsx';
import styles from './section.module.css';

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
