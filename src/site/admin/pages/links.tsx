import { Link } from '#ui/link.tsx';
import { api, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import type { LinkingPlace } from '../contract.ts';
import { type checkLinksNow, type DeadLink, listDeadLinks, outsideLinkSentences } from '../outside-links-contract.ts';
import { recordWords } from '../record-words.ts';
import styles from '../records.module.css';
import { SiteNav } from '../site-nav.tsx';
import type { Route } from './+types/links';

export const handle = { crumb: 'Dead links', above: [{ label: 'Pages', to: '/admin/site/' }] };

export const meta = backOfficeMeta('Dead links');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageSite');
  return loadOrPageError(outsideLinkSentences.load, api(context)(listDeadLinks));
}

const time = (instant: string): string => formatInstant(new Date(instant));

function addressOf({ kind, id }: LinkingPlace): string {
  if (kind === 'menus') return '/admin/site/menus/';
  return kind === 'page' ? `/admin/site/pages/${id}/` : `/admin/site/lists/${recordWords[kind].path}/`;
}

const columns = [
  {
    label: 'Address',
    isText: true,
    cell: ({ url }: DeadLink) => (
      <a href={url} target="_blank" rel="noopener noreferrer" className={styles.url}>
        {url}
      </a>
    ),
  },
  { label: 'What is wrong', isText: true, cell: ({ reason }: DeadLink) => reason },
  { label: 'Since', isText: true, cell: ({ sinceDate }: DeadLink) => time(sinceDate) },
  {
    label: 'Stands in',
    isText: true,
    cell: ({ places }: DeadLink) => (
      <ul className={styles.places}>
        {places.map((place) => (
          <li key={`${place.kind} ${place.id}`}>
            <Link to={addressOf(place)}>{place.title}</Link>
          </li>
        ))}
      </ul>
    ),
  },
];

/** The links to other sites that lead nowhere. */
export default function DeadLinks({ loaderData: { checkedDate, count, dead } }: Route.ComponentProps) {
  const { isBusy, attempt } = useAttempt();
  const check = (): Promise<boolean> =>
    attempt(async () => {
      await call<typeof checkLinksNow>('POST /v1/site/outside-links/check', {});
      notify({ text: outsideLinkSentences.started });
    }, outsideLinkSentences.check);
  const last =
    checkedDate === null
      ? 'They have not been checked yet.'
      : `${count === 1 ? 'One address was' : `${count} addresses were`} checked, the last on ${time(checkedDate)}.`;
  return (
    <>
      <PageHead
        title="Dead links"
        actions={
          <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void check()}>
            Check now
          </Button>
        }
      >
        Links from your pages to other sites are checked once a day. {last}
      </PageHead>
      <SiteNav />
      <section className={panel.panel} aria-label="Dead links">
        {dead.length === 0 ? (
          <p className={panel.none}>{count === 0 ? 'None yet.' : 'Every link leads somewhere.'}</p>
        ) : (
          <SimpleTable label="Dead links" columns={columns} rows={dead} keyOf={({ url }) => url} />
        )}
      </section>
    </>
  );
}
