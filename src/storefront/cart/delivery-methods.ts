/** 1 In Store Pickup, 2 Standard Delivery (specification, section 3). In its own file, so that pages can use it without zod. */
export const shippingMethods = { pickup: 1, delivery: 2 } as const;

export const methodName = (method: number): string =>
  method === shippingMethods.pickup ? 'In Store Pickup' : 'Standard Delivery';
