import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Db } from '#platform/db/db.server.ts';
import { databaseUpTo, readUpTo } from '#platform/db/replica.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { positionOf } from '#platform/http/read-after.server.ts';
import { streamExcel } from '#platform/spreadsheet/write-excel.server.ts';
import { excelType } from '#lib/table-file.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { letterhead } from '#company/letterhead.server.ts';
import { accountSalesOf, sendAccountSales } from './account-sales.server.ts';
import { exportAccountSales, readAccountSales } from './account-sales-contract.ts';
import { coveredLists, coverageOf, sendCoverage, shownCoverage } from './price-coverage.server.ts';
import { exportPriceCoverage, listCoveredLists, readPriceCoverage } from './price-coverage-contract.ts';
import { dayOf } from '#lib/day.ts';
import { breakdownOf } from './sales-breakdown.server.ts';
import { downloadConsignment, readConsignment } from './consignment-contract.ts';
import { consignmentOf, sendConsignment } from './consignment-statement.server.ts';
import { downloadReport } from './inventory-contract.ts';
import { inventoryColumns, inventoryRows } from './inventory-report.server.ts';
import { sendSales } from './sales-files.server.ts';
import { exportSales, readBreakdown, readGst, readSales } from './sales-contract.ts';
import { gstOf, salesOf } from './sales-and-gst.server.ts';

/** Reports are read from the replica, if it includes what the reader has written. */
export function reportsRoutes(on: RegisterEndpoint, deps: IconDeps & Pick<Deps, 'replica'>): void {
  const { clock } = deps;
  const read = <T>(request: FastifyRequest, work: (db: Db) => Promise<T>): Promise<T> =>
    readUpTo(deps, positionOf(request), work);
  /** The database for streamed reports, which can't be started again on the primary. */
  const databaseFor = (request: FastifyRequest): Db => databaseUpTo(deps, positionOf(request));
  on(downloadReport, async ({ body: { startDate, endDate }, request, reply }) => {
    const { total, parts } = await inventoryRows(databaseFor(request), { startDate, endDate }, clock.now());
    const sheet = { name: 'Inventory', columns: inventoryColumns, rows: parts };
    const name = `inventory-report-${startDate}-to-${endDate}.xlsx`;
    reply.header('x-total-count', total);
    return setDownloadHeaders(reply, { name, type: excelType }).send(Readable.from(streamExcel(sheet)));
  });
  on(readSales, ({ query, request }) => read(request, (from) => salesOf(from, query)));
  on(readBreakdown, ({ query, request }) => read(request, (from) => breakdownOf(from, query)));
  on(readGst, ({ query, request }) => read(request, (from) => gstOf(from, query)));
  on(exportSales, ({ query: { table, format, ...period }, request, reply }) =>
    sendSales({ db: databaseFor(request), reply }, { table, format, period }),
  );
  on(readAccountSales, ({ query, request }) => read(request, (from) => accountSalesOf(from, query)));
  on(exportAccountSales, async ({ query: { format, ...period }, request, reply }) =>
    sendAccountSales(reply, await read(request, (from) => accountSalesOf(from, period)), { format, period }),
  );
  on(listCoveredLists, ({ request }) => read(request, coveredLists));
  on(readPriceCoverage, async ({ params: { id }, request }) =>
    shownCoverage(await read(request, (from) => coverageOf(from, id, dayOf(clock.now())))),
  );
  on(exportPriceCoverage, async ({ params: { id }, query: { format }, request, reply }) => {
    const day = dayOf(clock.now());
    return sendCoverage(reply, await read(request, (from) => coverageOf(from, id, day)), { format, day });
  });
  on(readConsignment, ({ params, query, request }) =>
    read(request, (from) => consignmentOf(from, params.supplierId, query)),
  );
  on(downloadConsignment, async ({ params, query: { format, ...period }, request, reply }) => {
    const statement = await read(request, (from) => consignmentOf(from, params.supplierId, period));
    return sendConsignment(reply, statement, { format, company: () => letterhead(deps), at: clock.now() });
  });
}
