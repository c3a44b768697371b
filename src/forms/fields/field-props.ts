import type { Day } from '#lib/day.ts';
import type { Upload } from '#ui/upload/uploads.ts';
import type { Answer } from '../rules/values.ts';
import type { ShownField } from '../definition/shapes.ts';

/** A field and what it holds. */
export interface AnsweredField {
  field: ShownField;
  /** As `answers/encoding.ts` has it; of files, the uploads of `#ui/uploads.ts`, or the stored file items. */
  answer: Answer;
}

export interface FieldProps extends AnsweredField {
  formId: string;
  /** The version of the form that is filled in. */
  formVersion: number;
  /** The control's id in the page, where error summaries lead. */
  id: string;
  onAnswer: (answer: Answer) => void;
  /**
   * Changes the files of the field. It must be carried out at once, on what the field holds at that moment: several are sent
   * side by side, also after the field has gone from the page.
   */
  onFiles: (change: (uploads: readonly Upload[]) => Upload[]) => void;
  error: string | undefined;
  isRequired: boolean;
  /** The answer is shown, and nothing can be pressed. */
  isReadOnly: boolean;
  /** Counts the failed attempts to send: an address opens its parts where it is at fault. */
  attempt: number;
  /** In Sydney. */
  today: Day;
  /** Of a field that shows another one's answer: that field. */
  shown?: AnsweredField | undefined;
}
