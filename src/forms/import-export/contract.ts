import { z } from 'zod';
import { trueFalse } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { importSentences } from './import-sentences.ts';
import { type UploadedZip, zipFault } from './uploaded-zip.ts';

export const uploadMethods = ['reset', 'replace'] as const;
export type UploadMethod = (typeof uploadMethods)[number];

/** Limit of a request in bytes: 20 MB in base64, and the JSON around it (contract, section 2). */
const uploadLimit = 28 * 1024 * 1024;

const uploadedZip = z
  .object({
    name: z.string({ error: importSentences.required }).max(300),
    origFileName: z.string({ error: importSentences.required }).max(300),
    data: z.string({ error: importSentences.required }).meta({ description: 'The zip as a data URL.' }),
    size: z.number().min(0).max(1_000_000).nullish().meta({ description: 'In KB.' }),
  })
  .check(({ value, issues }) => {
    const fault = zipFault(value as UploadedZip); // validated above
    if (fault)
      issues.push({ code: 'custom', input: value, path: [fault.property], message: importSentences[fault.reason] });
  });

const remark = z.object({ path: z.string(), message: z.string() });
const urls = z.array(z.string());

const change = z.object({
  url: z.string(),
  formName: z.string(),
  change: z.enum(['added', 'replaced', 'unchanged', 'archived']),
  version: z.int().meta({ description: 'Version of the form after the import.' }),
});
export type FormChange = z.output<typeof change>;

const formsImport = z.object({
  added: urls,
  replaced: urls,
  archived: urls,
  unchanged: urls,
  warnings: z.array(remark),
  changes: z.array(change),
});
export type FormsImport = z.output<typeof formsImport>;

export const uploadForms = endpoint('POST', '/v1/form-builder/upload-forms', {
  access: 'ManageForms',
  summary:
    'Imports a zip of forms/*.json, all or nothing. `replace` stores each form as a new version of the form with the same url; ' +
    '`reset` also archives all other forms. With dryRun=true, only returns what would change',
  query: z.object({ dryRun: trueFalse.optional() }),
  body: z.object({
    files: z
      .array(uploadedZip, { error: importSentences.required })
      .min(1, { error: importSentences.required })
      .max(1, { error: importSentences.oneFile }),
    uploadMethod: z.enum(uploadMethods, {
      error: ({ input }) =>
        input === undefined || input === null || input === '' ? importSentences.required : importSentences.method,
    }),
  }),
  reply: formsImport,
  bodyLimit: uploadLimit,
});

export const exportForms = endpoint('GET', '/v1/form-builder/export', {
  access: 'ManageForms',
  summary: 'All forms as a zip that can be imported again',
  download: ['zip'],
});

export const readSchema = endpoint('GET', '/v1/form-builder/schema.json', {
  access: 'public',
  summary: 'The JSON Schema of one form in an import, which is a file forms/*.json in the zip',
  download: ['schema'],
});
