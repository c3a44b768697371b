import type { Day } from '#lib/day.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import type { Answer } from '../rules/values.ts';
import type { ShownField } from '../definition/shapes.ts';

/** A field with its answer. */
export interface AnsweredField {
  field: ShownField;
  /** Decoded by `answers/encoding.ts`; for files, uploads of `#ui/upload/uploads.ts` or stored file items. */
  answer: Answer;
}

export interface FieldProps extends AnsweredField {
  formId: string;
  /** The form version that is filled in. */
  formVersion: number;
  /** The control's element id; error summaries link to it. */
  id: string;
  onAnswer: (answer: Answer) => void;
  /**
   * Changes the files of the field. The change must be applied synchronously to the current files, because several uploads
   * run concurrently, also after the field was removed from the page.
   */
  onFiles: (change: (uploads: readonly Upload[]) => Upload[]) => void;
  error: string | undefined;
  isRequired: boolean;
  /** Shows the answer without controls. */
  isReadOnly: boolean;
  /** Counts failed attempts to submit: an invalid address then shows its parts. */
  attempt: number;
  /** In Sydney. */
  today: Day;
  /** For a field that shows another field's answer: that field. */
  shown?: AnsweredField | undefined;
}
