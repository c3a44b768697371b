import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, signedMoney, uuid } from '#lib/api/wire.ts';

export const readOwnCredit = endpoint('GET', '/v1/trade/accounts/{accountId}/credit', {
  access: 'member',
  summary: "What may still be ordered on account, and the account's terms; for people who may order.",
  params: z.object({ accountId: uuid }),
  reply: z.object({
    status: z.enum(['open', 'hold', 'closed']),
    terms: z.string(),
    limit: money,
    exposure: signedMoney.meta({ description: 'The balance and the orders that are not invoiced yet.' }),
    dueDay: z.string().meta({ description: 'When an invoice of today is due.' }),
  }),
});
