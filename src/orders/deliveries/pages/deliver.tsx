import { api, loadByLink } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { driverSentences, readDriven } from '../driver-contract.ts';
import styles from '../driver.module.css';
import { DriverView } from '../driver-view.tsx';
import type { Route } from './+types/deliver';

/** The page of a driver's secret link, for a phone: no sign-in and no site around it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('t') ?? '';
  const delivery = await loadByLink(driverSentences.unavailable, api(context)(readDriven, { body: { token } }));
  return { token, delivery };
}

/** Never, because the page itself shows what it has recorded. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Delivery',
    description: 'A delivery for its driver.',
    path: '/deliver',
    isPrivate: true,
  });

export default function Deliver({ loaderData: { token, delivery } }: Route.ComponentProps) {
  return (
    <main id="main" className={styles.page}>
      {'refusal' in delivery ? (
        <>
          <h1>Delivery</h1>
          <EmptyState title={delivery.refusal} />
        </>
      ) : (
        <DriverView token={token} delivery={delivery} />
      )}
    </main>
  );
}
