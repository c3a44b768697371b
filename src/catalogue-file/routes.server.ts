import { Readable } from 'node:stream';
import { may } from '#lib/access.ts';
import { excelType } from '#infra/excel.server.ts';
import type { Deps } from '#infra/deps.server.ts';
import type { On } from '#infra/http.server.ts';
import { dayOf } from '#lib/day.ts';
import { exportProducts, importProducts } from '#products/file-contract.ts';
import { excelOf, exportFiltered } from './export.server.ts';
import { importText } from './over-http.server.ts';

/** Files of products, in and out. */
export function catalogueFileRoutes(on: On, deps: Pick<Deps, 'db' | 'files' | 'clock'>): void {
  const { db, clock } = deps;
  on(exportProducts, async ({ query: { format, ...filter }, actor, reply }) => {
    const asked = { filter, hasCosts: may(actor, ['ManageCartStock', 'ViewReports']) };
    const name = `products-${dayOf(clock.now())}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    if (format === 'xlsx') return reply.header('content-type', excelType).send(await excelOf(db, asked));
    return reply.header('content-type', 'text/csv; charset=utf-8').send(Readable.from(exportFiltered(db, asked)));
  });
  on(importProducts, ({ body, actor, request }) => importText(deps, body, { actor, requestId: request.id }));
}
