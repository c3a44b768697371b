import { Outlet } from 'react-router';
import { EmptyCartOffer } from '../offer/empty-cart-offer.tsx';
import { loadEmptyCartOffer } from '../offer/load-empty-cart-offer.ts';
import type { Route } from './+types/cart-offer';

export const loader = ({ context }: Route.LoaderArgs) => loadEmptyCartOffer(context);

/** Adds the offer to the cart's page, which may not import product cards or orders itself. */
export default function CartOffer({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Outlet />
      <EmptyCartOffer offer={loaderData} />
    </>
  );
}
