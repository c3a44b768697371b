import { answerText, fileItemsOf } from '#forms/answers/answer-types.ts';
import { fileNameOf, signatureSource } from '#forms/answers/encoding.ts';
import { imageEndings } from '#forms/answers/field-faults.ts';
import { readAnswers } from '#forms/answers/form-answers.ts';
import { fieldsOf, type FormField, labelOf, type ShownForm } from '#forms/definition/definition.ts';
import { isAnswered, typeOf } from '#forms/definition/field-types.ts';
import type { Day } from '#lib/day.ts';
import { endingOf } from '#lib/uploads.ts';

/** A file of an answer; without a path it cannot be opened. */
export interface AnsweredFile {
  name: string;
  path: string | undefined;
  isImage: boolean;
}

export interface SectionView {
  id: string;
  heading: string | null;
  /** `text` is empty if the field was left blank. */
  answers: { id: string; label: string; text: string; files: AnsweredFile[] }[];
}

type Responses = readonly { id: string; response: string }[];

const isPath = (data: string): boolean => data.startsWith('/') && !data.startsWith('//');

function filesIn(field: FormField, response: string): AnsweredFile[] {
  const { control } = typeOf(field);
  if (control === 'signature')
    return response === '' ? [] : [{ name: 'Signature', path: signatureSource(response), isImage: true }];
  return fileItemsOf(field, response).map((file) => ({
    name: fileNameOf(file),
    path: isPath(file.data) ? file.data : undefined,
    isImage: isPath(file.data) && (control === 'images' || imageEndings.includes(endingOf(file.origFileName))),
  }));
}

/** The answers of a submission by section, as readable text. Hidden questions are left out. */
export function sectionsOf(form: ShownForm, responses: Responses, today: Day): SectionView[] {
  const given = new Map(responses.map(({ id, response }) => [id, response]));
  const { logic } = readAnswers({
    form: { ...form, notifyEmail: null, submitter: null },
    responses,
    stored: given,
    today,
  });
  const isShown = (field: FormField): boolean =>
    isAnswered(field) && (given.has(field.id) || logic.isVisible(field.id));
  return form.formSections
    .map((section) => ({
      id: section.id,
      heading: section.sectionHeading,
      answers: fieldsOf({ formSections: [section] })
        .filter(isShown)
        .map((field) => {
          const response = given.get(field.id) ?? '';
          const files = filesIn(field, response);
          return {
            id: field.id,
            label: labelOf(field),
            text: files.length > 0 ? '' : answerText(field, response),
            files,
          };
        }),
    }))
    .filter(({ answers }) => answers.length > 0);
}
