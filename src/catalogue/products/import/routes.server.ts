import { Readable } from 'node:stream';
import { hasAccess } from '#lib/api/access.ts';
import { excelType } from '#lib/table-file.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { dayOf } from '#lib/day.ts';
import { Problem } from '#lib/api/problem.ts';
import {
  cancelImport,
  exportProducts,
  importTemplate,
  dismissImport,
  readCurrentImport,
  readImport,
  recheckImport,
  uploadImport,
  startImport,
} from '../import-export-contract.ts';
import { importSentences, largestFile } from '../import-sentences.ts';
import { exportMatchingCsv, exportMatchingExcel } from './file/export-catalogue.server.ts';
import { csvTemplate, excelTemplate } from './file/template.server.ts';
import * as imports from './manage-imports.server.ts';

export function catalogueFileRoutes(on: RegisterEndpoint, deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  const { db, clock } = deps;
  on(exportProducts, async ({ query: { format, ...filter }, actor, reply }) => {
    const options = { filter, hasCosts: hasAccess(actor, ['ManageCartStock', 'ViewReports']) };
    const name = `products-${dayOf(clock.now())}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    if (format === 'xlsx') return reply.header('content-type', excelType).send(await exportMatchingExcel(db, options));
    return reply.header('content-type', 'text/csv; charset=utf-8').send(Readable.from(exportMatchingCsv(db, options)));
  });
  on(importTemplate, async ({ query: { format }, reply }) => {
    reply.header('content-disposition', `attachment; filename="products-template.${format}"`);
    if (format === 'xlsx') return reply.header('content-type', excelType).send(await excelTemplate());
    return reply.header('content-type', 'text/csv; charset=utf-8').send(csvTemplate());
  });
  on(uploadImport, ({ query: { fileName }, request, context }) => {
    if (Number(request.headers['content-length']) > largestFile) throw new Problem(413, importSentences.tooLarge);
    if (!(request.body instanceof Readable)) throw new Problem(400, importSentences.choose);
    return imports.receiveImport(deps, { file: request.body, fileName }, context);
  });
  on(readCurrentImport, async ({ actor }) => ({ current: await imports.currentImport(deps, actor) }));
  on(readImport, ({ params, actor }) => imports.readImport(deps, params.id, actor));
  on(recheckImport, ({ params, body, context }) =>
    imports.recheckImport(deps, { id: params.id, columns: body.columns }, context),
  );
  on(startImport, ({ params, context }) => imports.startImport(deps, params.id, context));
  on(cancelImport, ({ params, context }) => imports.cancelImport(deps, params.id, context));
  on(dismissImport, ({ params, context }) => imports.dismissImport(deps, params.id, context));
}
