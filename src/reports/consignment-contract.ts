import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { signedMoney, uuid } from '#lib/api/wire.ts';
import { ofTenYears, periodShape } from './period.ts';

export const consignmentFailed = 'Unable to load the statement.';

const row = z.object({
  itemId: z.string(),
  code: z.string(),
  name: z.string(),
  variation: z.string(),
  sold: z.int(),
  returned: z.int(),
  units: z.int().meta({ description: 'Sold less returned; negative if more was returned than sold.' }),
  unitCost: signedMoney.meta({ description: 'The average per unit sold.' }),
  owed: signedMoney,
});
export type ConsignmentRow = z.output<typeof row>;

const statement = z.object({
  supplier: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  rows: z.array(row),
  units: z.int(),
  owed: signedMoney,
});
export type Statement = z.output<typeof statement>;
/** The statement as JSON, with money in dollars. */
export type StatementOnPage = z.input<typeof statement>;

const params = z.object({ supplierId: uuid });

export const readConsignment = endpoint('GET', '/v1/reports/consignment/{supplierId}', {
  access: 'ViewReports',
  summary: "Sales of a supplier's goods on consignment, and the amount owed for them.",
  params,
  query: ofTenYears(z.object(periodShape)),
  reply: statement,
});

export const downloadConsignment = endpoint('GET', '/v1/reports/consignment/{supplierId}/file', {
  access: 'ViewReports',
  summary: 'The statement as PDF, Excel or CSV.',
  download: ['pdf', 'xlsx', 'csv'],
  params,
  query: ofTenYears(
    z.object({
      format: z.enum(['pdf', 'xlsx', 'csv'], { error: 'Must be pdf, xlsx or csv.' }),
      ...periodShape,
    }),
  ),
});
