import { Outlet } from 'react-router';
import { EmptyOffer } from '../offer/empty-offer.tsx';
import { loadOffer } from '../offer/load-offer.ts';
import type { Route } from './+types/cart-offer';

export const loader = ({ context }: Route.LoaderArgs) => loadOffer(context);

/** Wraps the cart's page, which may not import product cards or orders. */
export default function CartOffer({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Outlet />
      <EmptyOffer offer={loaderData} />
    </>
  );
}
