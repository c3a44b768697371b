import { Outlet } from 'react-router';
import { useWelcome } from '#accounts/welcome-notice.ts';
import { moveCartToSite } from '#storefront/cart/browser-cart.ts';
import { OwnSitesProvider } from '#trade/accounts/own-sites.tsx';
import type { Route } from './+types/site-layout';
import { SiteFrame } from '../site-frame.tsx';
import { ProblemPage } from '../problem-page.tsx';

export default function SiteLayout() {
  useWelcome();
  return (
    <OwnSitesProvider onFirstChoice={moveCartToSite}>
      <SiteFrame>
        <Outlet />
      </SiteFrame>
    </OwnSitesProvider>
  );
}

/** If the root caught these errors instead, it would lose its data: menu, phone number and user. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProblemPage error={error} />;
}
