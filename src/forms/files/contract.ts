import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid, wholeNumber } from '#lib/api/wire.ts';

export const sentences = {
  noField: 'This field is not part of the form.',
  noFiles: 'This field does not accept files.',
  oneFile: 'Please send one file at a time.',
  cutOff: 'The file was not received completely. Please send it again.',
  malformed: 'The request is not valid multipart/form-data.',
  noFile: 'This file does not exist.',
  manyOfNetwork:
    'Too many files from your network belong to forms that have not been submitted. Please try again later.',
  manyOfMember:
    'Too many of your files belong to forms that you have not submitted. Submit a form, or remove files from it.',
  manyOfGuests: 'Too many files belong to forms that have not been submitted. Please try again later.',
};

/** An uploaded file in the format of answers, with the id needed to remove it. */
const uploadedFile = z.object({
  id: z.string(),
  name: z.string().describe('The name, shortened for display.'),
  origFileName: z.string(),
  data: z.string().describe('The file’s path on this site, for use in an answer.'),
  size: z.int().describe('In KB, rounded up.'),
});

export const sendFormFile = endpoint('POST', '/v1/form-builder/{formId}/files', {
  access: 'visitor',
  summary:
    'Uploads one file for a field as multipart/form-data. The file is deleted after 24 hours unless a submission names its path',
  params: z.object({ formId: uuid }),
  query: z.object({
    fieldId: uuid,
    formVersion: wholeNumber(1, 1_000_000)
      .optional()
      .describe('The form version being filled in; the newest if left out.'),
  }),
  file: 'multipart/form-data',
  reply: uploadedFile,
  status: 201,
});

export const removeFormFile = endpoint('DELETE', '/v1/form-builder/{formId}/files/{fileId}', {
  access: 'visitor',
  summary: 'Removes an uploaded file that belongs to no submission; only for its uploader',
  params: z.object({ formId: uuid, fileId: uuid }),
});
