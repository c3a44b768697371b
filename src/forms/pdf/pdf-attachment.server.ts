import type { Party } from '#platform/pdf/page-layout.server.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { dayOf, formatInstant } from '#lib/day.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { letterhead } from '#company/letterhead.server.ts';
import { referenceOf } from '../definition/submission-reference.ts';
import { contentOf, type PdfSection } from './pdf-content.server.ts';
import { readFrom } from './pdf-images.server.ts';
import type { StoredSubmission } from './read-submission.server.ts';
import { submissionPdf } from './submission-pdf.server.ts';

/** The content of a submission's PDF and mails; `today` in rules is the day on which it was first submitted. */
export const sectionsOf = ({ form, values, createdAt }: StoredSubmission): PdfSection[] =>
  contentOf({ form, values, today: dayOf(createdAt) });

/** A submission as a PDF attachment. */
export async function pdfAttachment(
  deps: IconDeps,
  submitted: StoredSubmission,
): Promise<{ filename: string; content: Buffer; contentType: string }> {
  const { form, id, createdAt } = submitted;
  const reference = referenceOf(id);
  const paper = {
    company: await letterhead(deps),
    formName: form.formName,
    reference,
    parties: partiesOf(submitted),
    sections: sectionsOf(submitted),
    createdAt,
  };
  const content = await submissionPdf(paper, readFrom(deps.files));
  return { filename: `${form.url}-${reference.toLowerCase()}.pdf`, content, contentType: 'application/pdf' };
}

function partiesOf({ submitter, createdAt, updatedAt, version, form }: StoredSubmission): Party[] {
  const isChanged = updatedAt.getTime() !== createdAt.getTime();
  const contacts = [submitter.email ?? '', formatPhone(submitter.mobile)].filter((line) => line !== '');
  return [
    ['Submitted by', submitter.name, contacts],
    ['Received', formatInstant(createdAt), isChanged ? [`Last changed ${formatInstant(updatedAt)}`] : []],
    ['Form', `Version ${version}`, [`/forms/${form.url}/`]],
  ];
}
