import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import * as contract from './contract.ts';
import { exportForms } from './export.server.ts';
import { formFile } from './form-file.ts';
import { importForms } from './import.server.ts';
import { changeState, type FormStep } from '../definition/state.server.ts';
import { archiveForm, closeForm, listForms, openForm, restoreForm } from './list-contract.ts';
import { readForms } from './list.server.ts';
import { base64Of } from './sent-file.ts';

const steps = { close: closeForm, open: openForm, archive: archiveForm, restore: restoreForm };

/** Import, export and states of forms, for administrators. */
export function transferRoutes(on: RegisterEndpoint, { db, clock, env }: Deps): void {
  on(listForms, async ({ query, reply }) => withTotal(reply, await readForms(db, query)));
  for (const [step, endpoint] of Object.entries(steps))
    on(endpoint, ({ params: { formId }, context }) =>
      changeState(db, { formId, step: step as FormStep }, { at: clock.now(), context }),
    );
  on(contract.uploadForms, ({ body: { files, uploadMethod }, query, context }) => {
    const [file] = files; // its shape has exactly one
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
