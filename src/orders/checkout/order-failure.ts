import { isRouteErrorResponse } from 'react-router';

/** The error message of an order's page: 401 without a session, 404 for another user's order, else a failure. */
export function failureOf(error: unknown): { title: string; text: string; isSignIn: boolean } {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 401) return { title: 'Please sign in', text: 'Please sign in to see this order.', isSignIn: true };
  if (status === 404) {
    return {
      title: 'Order not found',
      text: 'There is no such order, or it belongs to another account.',
      isSignIn: false,
    };
  }
  return { title: 'Unable to get the order details.', text: 'Please try again in a moment.', isSignIn: false };
}
