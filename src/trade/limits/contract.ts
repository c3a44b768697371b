import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { money, uuid } from '#lib/api/wire.ts';

const spending = z.object({
  month: z.iso.date(),
  budget: money.nullable(),
  spent: money,
  limit: money.nullable(),
  limitPeriod: z.enum(['order', 'month']),
  spentByYou: money,
  approvers: z.array(z.string()),
});

export const readSpending = endpoint('GET', '/v1/trade/sites/{siteId}/spending', {
  access: 'member',
  summary: "What the site has spent of this month's budget, and the caller of their limit.",
  params: z.object({ siteId: uuid }),
  reply: spending,
});
