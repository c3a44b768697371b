import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import * as contract from './contract.ts';
import { exportForms } from './export-forms.server.ts';
import { formFile } from './form-file-shape.ts';
import { importForms } from './import-forms.server.ts';
import { changeState, type FormAction } from '../definition/close-or-archive-form.server.ts';
import { archiveForm, closeForm, listForms, openForm, restoreForm } from './list-contract.ts';
import { readForms } from './list-forms.server.ts';
import { base64Of } from './uploaded-zip.ts';

const endpoints = { close: closeForm, open: openForm, archive: archiveForm, restore: restoreForm };

/** Routes for importing, exporting, closing and archiving forms, for administrators. */
export function importExportRoutes(on: RegisterEndpoint, { db, clock, env }: Deps): void {
  on(listForms, async ({ query, reply }) => withTotal(reply, await readForms(db, query)));
  for (const [action, endpoint] of Object.entries(endpoints))
    on(endpoint, ({ params: { formId }, context }) =>
      changeState(db, { formId, action: action as FormAction }, { at: clock.now(), context }),
    );
  on(contract.uploadForms, ({ body: { files, uploadMethod }, query, context }) => {
    const [file] = files; // the shape allows exactly one file
    return importForms(db, {
      zip: Buffer.from(file ? base64Of(file) : '', 'base64'),
      zipName: file?.origFileName ?? '',
      method: uploadMethod,
      isDryRun: query.dryRun === 'true',
      at: clock.now(),
      context,
    });
  });
  on(contract.exportForms, ({ reply }) =>
    reply
      .header('content-disposition', `attachment; filename="forms-${dayOf(clock.now())}.zip"`)
      .header('content-type', 'application/zip')
      .send(Readable.from(exportForms(db))),
  );
  // Used by editors for completion and validation.
  const shape = z.toJSONSchema(formFile, { io: 'input', unrepresentable: 'any' });
  const schema = JSON.stringify({ ...shape, $id: `${env.publicUrl}/v1/form-builder/schema.json` }, null, 2);
  on(contract.readSchema, ({ reply }) =>
    reply.header('content-type', 'application/schema+json; charset=utf-8').send(schema),
  );
}
