import { decodeAnswer, filesOf } from '../answers/encoding.ts';
import { type FormDefinition, type FormField, fieldsOf } from '../definition/definition.ts';
import { typeOf } from '../definition/field-types.ts';

/** A submission as it is stored now. */
export interface StoredAnswers {
  submissionId: string;
  form: FormDefinition;
  /** The form's. */
  version: number;
  /** By the field's id, as they travel. */
  values: ReadonlyMap<string, string>;
}

/** What other systems are told of a submission: its answers as they travel, without what is in files and signatures. */
export const eventData = ({ submissionId, form, version, values }: StoredAnswers) => ({
  submissionId,
  formId: form.id,
  formUrl: form.url,
  formName: form.formName,
  version,
  responses: Object.fromEntries(
    fieldsOf(form).flatMap((field): [string, unknown][] => {
      const value = values.get(field.id);
      return value === undefined ? [] : [[field.modelPropertyName ?? field.id, toldOf(field, value)]];
    }),
  ),
});

function toldOf(field: FormField, value: string): unknown {
  switch (typeOf(field.formFieldType).control) {
    case 'files':
    case 'images':
      return filesOf(decodeAnswer(field, value)).map(({ name, origFileName, size }) => ({ name, origFileName, size }));
    case 'signature':
      return true;
    default:
      return value;
  }
}
