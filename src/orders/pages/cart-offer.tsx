import { Outlet } from 'react-router';
import { EmptyOffer } from '../offer/empty-offer.tsx';
import { loadOffer } from '../offer/load-offer.ts';
import type { Route } from './+types/cart-offer';

export const loader = ({ context }: Route.LoaderArgs) => loadOffer(context);

/** Around the cart, which knows neither the shop's cards nor orders. */
export default function CartOffer({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Outlet />
      <EmptyOffer offer={loaderData} />
    </>
  );
}
