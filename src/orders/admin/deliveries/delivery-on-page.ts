import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { readDeliveries } from '#orders/deliveries/contract.ts';

/** Deliveries as the page gets them. */
export type DeliveriesOnPage = ReplyOf<typeof readDeliveries>;
export type DeliveryOnPage = DeliveriesOnPage['deliveries'][number];
export type OpenLineOnPage = DeliveriesOnPage['lines'][number];
