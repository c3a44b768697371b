import { paperLook } from '#company/letterhead.server.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { dayOf } from '#lib/day.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { packingSlipsPdf } from '../papers/packing-slip-pdf.server.ts';
import { deliverySlips, readPacking as readPackingEndpoint } from './packing-contract.ts';
import { readDeliverySlips, readPacking } from './read-packing.server.ts';

/** Routes for packing deliveries. */
export function packingRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db, clock } = deps;
  on(readPackingEndpoint, ({ query }) => readPacking(db, query.day));
  on(deliverySlips, async ({ query, reply }) => {
    const slips = await readDeliverySlips(db, query.deliveryId);
    const company = { ...(await mailCompany(deps)), look: await paperLook(deps) };
    const bytes = await packingSlipsPdf({ company, slips, at: clock.now() });
    const [first] = slips;
    const name =
      slips.length === 1 && first
        ? `packing-slip-${first.orderNumber}-${first.deliveryNumber}`
        : `packing-slips-${dayOf(clock.now())}`;
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${name}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(bytes);
  });
}
