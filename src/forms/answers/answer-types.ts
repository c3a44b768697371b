import type { FileItem } from '#lib/uploads.ts';
import type { FormField } from '../definition/definition.ts';
import { type AnsweredControl, type Control, isAnswered, takesFiles, typeOf } from '../definition/field-types.ts';
import type { Answer } from '../rules/answer-values.ts';
import * as words from './answer-text.ts';
import * as encoding from './encoding.ts';
import * as faults from './field-faults.ts';

/** How the answers of one type are encoded, decoded, shown and checked. */
interface AnswerType {
  encode: (answer: Answer, field: FormField) => string;
  decode: (text: string, field: FormField) => Answer;
  text: (response: string, field: FormField) => string;
  fault: (checked: faults.CheckInput) => string | undefined;
}

const plain: AnswerType = {
  encode: encoding.encodeText,
  decode: (text) => text,
  text: (response) => response.trim(),
  fault: faults.textFault,
};
const choice: AnswerType = { ...plain, text: words.labelText, fault: faults.choiceFault };
const files: AnswerType = {
  encode: encoding.encodeFiles,
  decode: encoding.decodeFiles,
  text: words.fileNamesText,
  fault: faults.filesFault,
};

const answerTypes: Record<AnsweredControl, AnswerType> = {
  text: plain,
  textarea: { ...plain, encode: encoding.encodeLines },
  select: choice,
  horizontalRadio: choice,
  verticalRadio: choice,
  multiSelect: {
    encode: (answer, field) => encoding.selectedValues(answer, field).join(';'),
    decode: encoding.selectedValues,
    text: words.labelsText,
    fault: faults.choicesFault,
  },
  yesNo: {
    encode: encoding.encodeTruth,
    decode: encoding.decodeTruth,
    text: words.truthText,
    fault: faults.truthFault,
  },
  checkbox: {
    encode: (answer) => encoding.encodeTruth(answer) || 'false',
    decode: (text) => (text.trim() === '' ? false : encoding.decodeTruth(text)),
    text: words.truthText,
    fault: faults.truthFault,
  },
  files,
  images: files,
  date: { encode: encoding.encodeDay, decode: encoding.decodeDay, text: words.dayText, fault: faults.dateFault },
  number: { ...plain, encode: encoding.encodeNumber, fault: faults.numberFault },
  currency: { ...plain, encode: encoding.encodeNumber, text: words.amountText, fault: faults.currencyFault },
  masked: { ...plain, encode: encoding.encodeMasked, fault: faults.maskFault },
  mobile: { ...plain, encode: encoding.encodePhone, text: words.phoneText, fault: faults.mobileFault },
  email: { ...plain, fault: faults.emailFault },
  address: {
    encode: encoding.encodeAddress,
    decode: encoding.decodeAddress,
    text: words.addressText,
    fault: faults.addressFault,
  },
  signature: {
    encode: encoding.encodeSignature,
    decode: encoding.decodeSignature,
    text: words.signatureText,
    fault: faults.signatureFault,
  },
};

const answerTypeOf = (field: FormField): AnswerType =>
  (answerTypes as Partial<Record<Control, AnswerType>>)[typeOf(field).control] ?? plain; // fields without an answer of their own show plain text

/**
 * Encodes an answer in wire format; `''` if there is none. Invalid input is passed on unchanged, so that validation reports
 * it.
 */
export const encodeAnswer = (field: FormField, answer: Answer): string => answerTypeOf(field).encode(answer, field);

/** Decodes a response; text that can't be parsed is returned unchanged, so that validation reports it. */
export const decodeAnswer = (field: FormField, response: string | null): Answer =>
  answerTypeOf(field).decode(response ?? '', field);

/** A stored answer as readable text: option labels, days in the field's format, `$1,480.00`, `Yes`; `''` if there is none. */
export const answerText = (field: FormField, response: string): string => answerTypeOf(field).text(response, field);

/** The files of a stored answer; none for fields of other types. */
export const fileItemsOf = (field: FormField, response: string): FileItem[] =>
  takesFiles(field) ? encoding.filesOf(decodeAnswer(field, response)) : [];

/** The fault of a visible field's answer; undefined if the answer is valid or the field takes none. */
export function fieldFault(field: FormField, answer: Answer, options: faults.CheckOptions): string | undefined {
  if (!isAnswered(field)) return undefined;
  const { control } = typeOf(field);
  const text = encodeAnswer(field, answer);
  const checked = { field, answer, text, ...options };
  const isBlank = text === '' || (control === 'checkbox' && text === 'false');
  if (!isBlank) return answerTypeOf(field).fault(checked) ?? faults.patternFault(checked);
  if (!options.isRequired) return undefined;
  return control === 'address' ? faults.missingParts({}) : faults.required;
}
