import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid, wholeNumber } from '#lib/api/wire.ts';

export const sentences = {
  noField: 'This field is not part of the form.',
  noFiles: 'This field takes no files.',
  oneFile: 'Please send one file at a time.',
  cutOff: 'The file did not arrive whole. Please send it again.',
  malformed: 'The request is not valid multipart/form-data.',
  noFile: 'There is no such file.',
  manyOfNetwork: 'Too many files from your network are waiting for their forms to be sent. Please try again later.',
  manyOfMember: 'Too many of your files are waiting for their forms to be sent. Send a form, or remove files from it.',
  manyOfGuests: 'Too many files are waiting for their forms to be sent. Please try again later.',
};

/** A file that was taken in: a file of an answer, and the id that removes it again. */
const takenFile = z.object({
  id: z.string(),
  name: z.string().describe('As it is shown: the name, shortened.'),
  origFileName: z.string(),
  data: z.string().describe('Its path on this site, which an answer names.'),
  size: z.int().describe('In KB, rounded up.'),
});

export const sendFormFile = endpoint('POST', '/v1/form-builder/{formId}/files', {
  access: 'visitor',
  summary:
    'Takes in one file of a field, as multipart/form-data; a submission that names its path within 24 hours keeps it',
  params: z.object({ formId: uuid }),
  query: z.object({
    fieldId: uuid,
    formVersion: wholeNumber(1, 1_000_000).optional().describe('That is filled in; the newest where left out.'),
  }),
  file: 'multipart/form-data',
  reply: takenFile,
  status: 201,
});

export const removeFormFile = endpoint('DELETE', '/v1/form-builder/{formId}/files/{fileId}', {
  access: 'visitor',
  summary: 'Removes a file that no submission has kept, for whoever sent it',
  params: z.object({ formId: uuid, fileId: uuid }),
});
