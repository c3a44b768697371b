import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { withDaysInOrder } from '#lib/api/wire.ts';
import { periodShape } from './period.ts';

/** Sentences of the report form (specification of the shop, sections 5 and 8). */
export const sentences = {
  typeRequired: 'Report type is required.',
  failed: 'Unable to download the report.',
};

/** Reports that are delivered as a file. There is only one (specification of the shop, section 2). */
export const reportTypes = [{ value: 1, label: 'Shopping Cart - Inventory' }] as const;

export const reportRequest = withDaysInOrder(
  z.object({ reportType: z.literal(1, { error: sentences.typeRequired }), ...periodShape }),
);

export const downloadReport = endpoint('POST', '/v1/reports/download-report', {
  access: 'ViewReports',
  staysOpen: true,
  summary:
    'The inventory report (1) of a period as an Excel file that is sent while it is made: a row per item with opening, added, ' +
    'sold, removed and closing quantity, average purchase price, stock value and sales value. `X-Total-Count` is the number of items.',
  download: ['xlsx'],
  body: reportRequest,
});
