import { Readable } from 'node:stream';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/http.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import * as contract from './contract.ts';
import { exportForms } from './export.server.ts';
import { importForms } from './import.server.ts';
import { changeState, type FormStep } from '../definition/state.server.ts';
import { archiveForm, closeForm, listForms, openForm, restoreForm } from './list-contract.ts';
import { readForms } from './list.server.ts';
import { formSchema } from './schema.ts';
import { base64Of } from './sent-file.ts';

/** Import, export and states of forms, for administrators. */
export function transferRoutes(on: RegisterEndpoint, { db, clock, env }: Deps): void {
  on(listForms, async ({ query, reply }) => withTotal(reply, await readForms(db, query)));
  const change = (step: FormStep, formId: string, context: ActionContext): Promise<void> =>
    changeState(db, { formId, step }, { at: clock.now(), context });
  on(closeForm, ({ params, context }) => change('close', params.formId, context));
  on(openForm, ({ params, context }) => change('open', params.formId, context));
  on(archiveForm, ({ params, context }) => change('archive', params.formId, context));
  on(restoreForm, ({ params, context }) => change('restore', params.formId, context));
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
  const schema = JSON.stringify(formSchema(env.publicUrl), null, 2);
  on(contract.readSchema, ({ reply }) =>
    reply.header('content-type', 'application/schema+json; charset=utf-8').send(schema),
  );
}
