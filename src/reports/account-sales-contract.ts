import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { listFormat } from '#lib/api/input-shapes.ts';
import { signedMoney, uuid } from '#lib/api/wire.ts';
import { ofTenYears, periodShape } from './period.ts';

/** Amounts without GST. Orders and refunds count as in the report of sales: paid, not cancelled; refunds on the day they were paid. */
const figures = {
  orders: z.int(),
  sales: signedMoney.meta({ description: 'With delivery.' }),
  refunds: signedMoney,
  net: signedMoney.meta({ description: 'Sales less refunds.' }),
  delivery: signedMoney.meta({ description: 'Delivery in the net sales; it has no cost and is not in the margin.' }),
  cost: signedMoney.meta({
    description: 'The cost at the time of the sale, or today’s average where none was stored.',
  }),
  margin: signedMoney.meta({ description: 'Net sales without delivery, less the cost.' }),
  unitsWithoutCost: z
    .int()
    .meta({ description: 'Units, less returns, whose cost is not known, so that their whole price counts as margin.' }),
};
const allFigures = z.object(figures);
export type AccountFigures = z.output<typeof allFigures>;

const row = z.object({ id: z.string(), name: z.string(), ...figures });
export type AccountSalesRow = z.output<typeof row>;

const shape = z.object({
  accountId: uuid.optional().meta({ description: 'The sites of this account, instead of all accounts.' }),
  ...periodShape,
});

const accountSales = z.object({
  account: z.object({ id: z.string(), name: z.string() }).nullable(),
  rows: z.array(row).meta({ description: 'Accounts or sites with sales or refunds, the highest net sales first.' }),
  total: allFigures.meta({ description: 'The sum of the rows.' }),
  shopNet: signedMoney.meta({ description: 'The net sales of the whole shop in the period, without GST.' }),
});
export type AccountSales = z.output<typeof accountSales>;

export const readAccountSales = endpoint('GET', '/v1/reports/account-sales', {
  access: 'ViewReports',
  summary: 'Sales, refunds, cost and margin of a period by trade account, or by site of one account.',
  query: ofTenYears(shape),
  reply: accountSales,
});

export const exportAccountSales = endpoint('GET', '/v1/reports/account-sales-file', {
  access: 'ViewReports',
  summary: 'The same as a file.',
  query: ofTenYears(shape.extend({ format: listFormat })),
  download: ['csv', 'xlsx'],
});
