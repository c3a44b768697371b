import { Readable } from 'node:stream';
import { streamExcel } from '#platform/spreadsheet/write-excel.server.ts';
import { excelType } from '#lib/table-file.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { readSettings, type SettingsDeps } from '#company/settings.server.ts';
import { breakdownOf } from './sales-breakdown.server.ts';
import { downloadConsignment, readConsignment } from './consignment-contract.ts';
import { consignmentOf, sendConsignment } from './consignment-statement.server.ts';
import { downloadReport } from './inventory-contract.ts';
import { inventoryColumns, inventoryRows } from './inventory-report.server.ts';
import { sendSales } from './sales-files.server.ts';
import { exportSales, readBreakdown, readGst, readSales } from './sales-contract.ts';
import { gstOf, salesOf } from './sales-and-gst.server.ts';

export function reportsRoutes(on: RegisterEndpoint, deps: SettingsDeps): void {
  const { db, clock } = deps;
  on(downloadReport, async ({ body: { startDate, endDate }, reply }) => {
    const { total, parts } = await inventoryRows(db, { startDate, endDate }, clock.now());
    const sheet = { name: 'Inventory', columns: inventoryColumns, rows: parts };
    const name = `inventory-report-${startDate}-to-${endDate}.xlsx`;
    reply.header('x-total-count', total);
    return setDownloadHeaders(reply, { name, type: excelType }).send(Readable.from(streamExcel(sheet)));
  });
  on(readSales, ({ query }) => salesOf(db, query));
  on(readBreakdown, ({ query }) => breakdownOf(db, query));
  on(readGst, ({ query }) => gstOf(db, query));
  on(exportSales, ({ query: { table, format, ...period }, reply }) =>
    sendSales({ db, reply }, { table, format, period }),
  );
  on(readConsignment, ({ params, query }) => consignmentOf(db, params.supplierId, query));
  on(downloadConsignment, async ({ params, query: { format, ...period }, reply }) => {
    const statement = await consignmentOf(db, params.supplierId, period);
    return sendConsignment(reply, statement, { format, settings: await readSettings(deps), at: clock.now() });
  });
}
