import type { AnswerKind } from '../rules/answer-values.ts';

/**
 * Field types by number (specification of the site, section 3; contract, section 7 for 20 to 23). `control` is how a field is
 * filled in or shown. `kind` is how rules compare its answer; `none` means that the field has no answer of its own.
 */
export const fieldTypes = {
  0: { control: 'text', kind: 'text' },
  1: { control: 'textarea', kind: 'text' },
  2: { control: 'select', kind: 'choice' },
  3: { control: 'multiSelect', kind: 'multi' },
  4: { control: 'horizontalRadio', kind: 'choice' },
  5: { control: 'verticalRadio', kind: 'choice' },
  6: { control: 'yesNo', kind: 'yesNo' },
  7: { control: 'checkbox', kind: 'checkbox' },
  8: { control: 'files', kind: 'files' },
  9: { control: 'images', kind: 'files' },
  10: { control: 'date', kind: 'date' },
  11: { control: 'number', kind: 'number' },
  12: { control: 'masked', kind: 'text' },
  13: { control: 'currency', kind: 'number' },
  14: { control: 'mobile', kind: 'text' },
  15: { control: 'email', kind: 'text' },
  20: { control: 'address', kind: 'address' },
  21: { control: 'address', kind: 'address' },
  22: { control: 'address', kind: 'address' },
  23: { control: 'address', kind: 'address' },
  30: { control: 'label', kind: 'none' },
  31: { control: 'markdown', kind: 'none' },
  32: { control: 'html', kind: 'none' },
  33: { control: 'shownValue', kind: 'none' },
  34: { control: 'shownFiles', kind: 'none' },
  35: { control: 'shownImages', kind: 'none' },
  36: { control: 'signature', kind: 'files' },
  37: { control: 'shownSignature', kind: 'none' },
} as const satisfies Record<number, { control: string; kind: AnswerKind }>;

export type FieldType = (typeof fieldTypes)[keyof typeof fieldTypes];
export type Control = FieldType['control'];
export type AnsweredControl = Exclude<FieldType, { kind: 'none' }>['control'];

interface Typed {
  formFieldType: number;
}

/** A field's type. Throws `RangeError` for an unknown number, which no stored form has. */
export function typeOf({ formFieldType }: Typed): FieldType {
  const type = (fieldTypes as Partial<Record<number, FieldType>>)[formFieldType];
  if (!type) throw new RangeError(`No field type has the number ${formFieldType}.`);
  return type;
}

/** Whether a field has an answer of its own; text blocks and fields that show another answer have none. */
export const isAnswered = (field: Typed): boolean => typeOf(field).kind !== 'none';

/** Whether a field takes files or images; a signature does not count as one. */
export const takesFiles = (field: Typed): boolean => ['files', 'images'].includes(typeOf(field).control);
