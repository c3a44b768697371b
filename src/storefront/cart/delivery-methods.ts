/** 1 In Store Pickup, 2 Standard Delivery (specification, section 3); apart from the shapes, for pages without them. */
export const shippingMethods = { pickup: 1, delivery: 2 } as const;
