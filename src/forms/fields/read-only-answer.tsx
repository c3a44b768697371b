import { type ReactNode, Suspense } from 'react';
import { padHeight, padWidth } from '#ui/form/signature-size.ts';
import { isRefused } from '#ui/upload/uploads.ts';
import { answerText, decodeAnswer, encodeAnswer } from '../answers/answer-types.ts';
import { signatureSource } from '../answers/encoding.ts';
import { uploadsOf } from '../answers/uploads.ts';
import { labelOf } from '../definition/definition.ts';
import { type Control, typeOf } from '../definition/field-types.ts';
import type { Answer } from '../rules/answer-values.ts';
import type { AnsweredField, FieldProps } from './field-props.ts';
import { lazyWithFallback } from './lazy-control.tsx';
import styles from './read-only-answer.module.css';
import type { ReadOnlyFilesProps } from './read-only-files.tsx';

/** Shown if the code fails to load. */
const FileNames = ({ uploads }: ReadOnlyFilesProps) => uploads.map(({ origFileName }) => origFileName).join(', ');

const ReadOnlyFiles = lazyWithFallback<ReadOnlyFilesProps>(
  () => import('./read-only-files.tsx').then((module) => module.ReadOnlyFiles),
  FileNames,
);

/** A read-only answer: text, images, or files as links. */
export function ReadOnlyAnswer({ field, answer, id }: FieldProps) {
  return (
    <Labelled id={id} label={labelOf(field)}>
      {contentOf(typeOf(field).control, { field, answer })}
    </Labelled>
  );
}

/** The control for the kind of answer that these fields show. */
const shownAs: Partial<Record<Control, Control>> = {
  shownFiles: 'files',
  shownImages: 'images',
  shownSignature: 'signature',
};

/** Shows another field's answer, or a fixed value from the form. */
export function AnswerOfOtherField({ field, id, shown }: FieldProps) {
  const { control } = typeOf(field);
  const as = shownAs[control] ?? (shown ? typeOf(shown.field).control : 'text');
  return (
    <Labelled id={id} label={labelOf(field)}>
      {contentOf(as, shown ?? { field, answer: fixedAnswer(field, as) })}
    </Labelled>
  );
}

const filesType = 8;

/** The fixed value of a field whose initial value names no other field. */
const fixedAnswer = (field: FieldProps['field'], as: Control): Answer =>
  as === 'files' || as === 'images'
    ? decodeAnswer({ ...field, formFieldType: filesType }, field.initialValue)
    : field.initialValue;

function contentOf(as: Control, { field, answer }: AnsweredField): ReactNode {
  if (as === 'files' || as === 'images') {
    const uploads = uploadsOf(answer).filter((upload) => !isRefused(upload));
    if (uploads.length === 0) return undefined;
    return (
      <Suspense fallback={answerText(field, encodeAnswer(field, answer))}>
        <ReadOnlyFiles uploads={uploads} areImages={as === 'images'} />
      </Suspense>
    );
  }
  if (as === 'signature') {
    const source = signatureSource(answer);
    if (source === '') return undefined;
    return <img className={styles.signature} src={source} alt="Signature" width={padWidth} height={padHeight} />;
  }
  return answerText(field, encodeAnswer(field, answer));
}

/** A list with one entry, so that label and answer are associated for screen readers. */
function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <dl id={id} className={styles.shown} tabIndex={-1}>
      <dt>{label}</dt>
      <dd>{children || <span className={styles.none}>Not answered</span>}</dd>
    </dl>
  );
}
