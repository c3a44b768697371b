import { Suspense } from 'react';
import { Await, useSearchParams } from 'react-router';
import { Link } from '#ui/link.tsx';
import { hasAccess } from '#lib/api/access.ts';
import { requireAdministrator, api, callList, type Viewer, viewer } from '#lib/api/api-context.ts';
import { formatInstant, hourOf } from '#lib/day.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { cx } from '#ui/classes.ts';
import { listUnsentMails } from '#unsent-mails/contract.ts';
import { readDemoContent } from '#demo/contract.ts';
import { DemoNotice } from '#demo/demo-notice.tsx';
import { UpdateNote } from '#system/board/update-note.tsx';
import { readUpdate } from '#system/contract.ts';
import { readOpening } from '#system/opening/contract.ts';
import { OpeningCard } from '#system/opening/opening-card.tsx';
import { UnsentMailsCard } from '#unsent-mails/unsent-mails-card.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import type { Area } from '../area.ts';
import { cardsOf } from '../areas.ts';
import { readDashboard } from '../contract.ts';
import dashboard from '../dashboard/dashboard.module.css';
import { TodaysFigures } from '../dashboard/todays-figures.tsx';
import { LatestEnquiries, LatestSubmissions } from '../dashboard/latest-enquiries-and-submissions.tsx';
import { LowStock } from '../dashboard/low-stock.tsx';
import { OrdersByStatus } from '../dashboard/orders-by-status.tsx';
import { SalesChart } from '../dashboard/sales-chart.tsx';
import { countText, useWaitingCounts } from '../shell/use-waiting-counts.ts';
import type { Route } from './+types/home';
import styles from './home.module.css';

/** If the figures cannot be loaded, the cards of the areas are still shown. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url);
  const callApi = api(context);
  const isAllowed = hasAccess(viewer(context), listUnsentMails.shapes.access);
  const none = { rows: [], total: 0 };
  const isOpener = hasAccess(viewer(context), readOpening.shapes.access);
  const mayUpdate = hasAccess(viewer(context), readUpdate.shapes.access);
  const mayRemoveDemo = hasAccess(viewer(context), readDemoContent.shapes.access);
  const [figures, unsent, update, demo] = await Promise.all([
    callApi(readDashboard).catch(() => null),
    isAllowed ? callList(context, listUnsentMails, { query: {} }).catch(() => none) : none,
    mayUpdate
      ? callApi(readUpdate)
          .then((found) => found.update)
          .catch(() => null)
      : null,
    mayRemoveDemo
      ? callApi(readDemoContent)
          .then(({ counts }) => counts)
          .catch(() => null)
      : null,
  ]);
  // The checks for the opening may take three seconds, so the page is shown before they have finished.
  const opening = isOpener ? callApi(readOpening).catch(() => []) : [];
  return { figures, unsent, update, demo, opening };
}

export const meta = backOfficeMeta('Back office');

/**
 * The home page of the back office: today's key figures, then the viewer's areas as cards with their counts (specification
 * of the shop, section 2), then charts and lists.
 */
export default function Home({ loaderData: { figures, unsent, update, demo, opening } }: Route.ComponentProps) {
  const viewer = useViewer();
  const [query] = useSearchParams();
  const cards = cardsOf(viewer);
  return (
    <>
      <PageHead title={[figures ? greeting(new Date(figures.at)) : 'Hello', nameOf(viewer)].filter(Boolean).join(', ')}>
        {figures && `As of ${formatInstant(new Date(figures.at))}, Sydney time.`}
      </PageHead>
      {query.has('refused') && (
        <Note tone="warning">
          That page needs a permission that your account does not have. Ask an administrator to grant it.
        </Note>
      )}
      {cards.length === 0 && (
        <Note>Your account has no permissions yet. An administrator can grant them under Users.</Note>
      )}
      {update && <UpdateNote update={update} />}
      {demo && <DemoNotice counts={demo} />}
      <UnsentMailsCard mails={unsent.rows} total={unsent.total} />
      <Suspense>
        <Await resolve={opening}>{(points) => <OpeningCard points={points} />}</Await>
      </Suspense>
      {!figures && <Note tone="warning">Today’s figures could not be loaded. Reload the page to try again.</Note>}
      {figures && (figures.sales ?? figures.stock ?? figures.enquiries) && <TodaysFigures {...figures} />}
      <section aria-labelledby="areas-head">
        <h2 id="areas-head" className={styles.head}>
          Areas
        </h2>
        <ul className={styles.cards}>
          {cards.map(({ label, card = label, about, to, icon: Icon, count }) => (
            <li key={to}>
              <Link to={to} prefetch="intent">
                <span className={styles.tile}>
                  <Icon />
                </span>
                <span>
                  <span className={styles.name}>
                    <strong>{card}</strong>
                    {count && <AreaCount {...count} />}
                  </span>
                  <span className={styles.about}>{about}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      {figures && (
        <>
          {figures.sales && (
            <div className={dashboard.duo}>
              <SalesChart days={figures.sales.days} />
              <OrdersByStatus statuses={figures.sales.statuses} at={figures.at} />
            </div>
          )}
          <div className={cx(dashboard.duo, dashboard.even)}>
            {figures.stock && <LowStock {...figures.stock} />}
            {figures.enquiries && <LatestEnquiries {...figures.enquiries} at={figures.at} />}
            {figures.submissions && <LatestSubmissions {...figures.submissions} at={figures.at} />}
          </div>
        </>
      )}
    </>
  );
}

/** The viewer's first name; empty for the generated first administrator. */
const nameOf = (viewer: Viewer | null): string =>
  viewer === null || `${viewer.firstName} ${viewer.lastName}` === 'Site Administrator' ? '' : viewer.firstName;

function AreaCount({ of, word }: NonNullable<Area['count']>) {
  const text = countText(useWaitingCounts()?.[of]);
  if (text === undefined) return null;
  return (
    <b className={styles.count}>
      {text} <span>{word}</span>
    </b>
  );
}

/** The greeting for the current hour in Sydney. */
function greeting(now: Date): string {
  const hour = hourOf(now);
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
}
