import { fileItemsOf } from '../answers/answer-types.ts';
import { type FormDefinition, type FormField, fieldsOf } from '../definition/definition.ts';
import { takesFiles, typeOf } from '../definition/field-types.ts';

/** A stored submission. */
export interface SubmittedAnswers {
  submissionId: string;
  form: FormDefinition;
  /** Version of the form. */
  version: number;
  /** In wire format, by field id. */
  values: ReadonlyMap<string, string>;
}

/** The data of a webhook event: the answers in wire format, without the content of files and signatures. */
export const eventData = ({ submissionId, form, version, values }: SubmittedAnswers) => ({
  submissionId,
  formId: form.id,
  formUrl: form.url,
  formName: form.formName,
  version,
  responses: Object.fromEntries(
    fieldsOf(form).flatMap((field): [string, unknown][] => {
      const value = values.get(field.id);
      return value === undefined ? [] : [[field.modelPropertyName ?? field.id, eventValue(field, value)]];
    }),
  ),
});

function eventValue(field: FormField, value: string): unknown {
  if (takesFiles(field))
    return fileItemsOf(field, value).map(({ name, origFileName, size }) => ({ name, origFileName, size }));
  return typeOf(field).control === 'signature' ? true : value;
}
