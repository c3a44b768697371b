import { useState } from 'react';
import { fullAddress } from '#addresses/full-address.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { PlusIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import type { listOwnArchivedSites } from './sites-contract.ts';
import { type SiteBody, SiteDialog, type SiteOnPage } from './site-dialog.tsx';
import styles from './account-cards.module.css';
import { useSaved } from './use-saved.ts';

/** The calls by which sites are changed: those of staff, or those of the account's own people. */
export interface SiteCalls {
  /** Undefined for somebody who may not add sites. */
  add?: ((body: SiteBody) => Promise<unknown>) | undefined;
  update: (siteId: string, body: SiteBody & { version: number | undefined }) => Promise<unknown>;
  archive: (siteId: string) => Promise<unknown>;
  restore: (siteId: string) => Promise<unknown>;
}

/** One of the account's people, as far as it matters for which sites they order. */
interface SitePerson {
  name: string;
  email: string;
  hasAllSites: boolean;
  siteIds: readonly string[];
}

interface SitesCardProps {
  sites: readonly SiteOnPage[];
  /** Undefined for readers who may not restore them. */
  archived: readonly ArchivedSiteOnPage[] | undefined;
  /** Undefined for readers who may not see the account's people. */
  people: readonly SitePerson[] | undefined;
  calls: SiteCalls;
  /** Whether the reader may change sites. */
  mayChange: boolean;
  isStaff?: boolean;
}

type ArchivedSiteOnPage = ReplyOf<typeof listOwnArchivedSites>[number];

type Task = { kind: 'add'; site?: undefined } | { kind: 'edit' | 'archive'; site: SiteOnPage };

/** The sites of an account, with what is needed to change them. */
export function SitesCard({ sites, archived, people = [], calls, mayChange, isStaff = false }: SitesCardProps) {
  const [task, setTask] = useState<Task>();
  const { change } = useChange();
  useHeadingFocus(sites.map(({ id }) => id).join()); // the pressed button may be gone
  const close = (): void => setTask(undefined);
  const saved = useSaved(close);
  const archive = (site: SiteOnPage) => {
    close();
    return change(async () => {
      await calls.archive(site.id);
      const undo = { label: 'Undo', run: () => void restore(site) };
      notify({ text: `${site.name} has been archived.`, ...(archived && { action: undo }) });
    }, 'Unable to archive the site.');
  };
  const restore = ({ id, name }: { id: string; name: string }) =>
    change(async () => {
      await calls.restore(id);
      notify({ text: `${name} has been restored.` });
    }, 'Unable to restore the site.');
  const columns: SimpleColumn<SiteOnPage>[] = [
    { label: 'Site', cell: ({ name }) => name },
    {
      label: 'Address',
      isText: true,
      cell: ({ address }) => fullAddress(address),
    },
    { label: 'Cost centre', isText: true, isWide: true, cell: ({ costCentre }) => costCentre || '–' },
    { label: 'Budget a month', cell: ({ budget }) => (budget === null ? '–' : formatDollars(budget)) },
  ];
  if (mayChange)
    columns.push({
      label: 'Change',
      isActions: true,
      cell: (site) => (
        <span className={styles.actions}>
          <Button
            look="plain"
            size="small"
            onClick={() => setTask({ kind: 'edit', site })}
            aria-label={`Edit ${site.name}`}
          >
            Edit
          </Button>
          <Button
            look="plain"
            size="small"
            onClick={() => setTask({ kind: 'archive', site })}
            aria-label={`Archive ${site.name}`}
          >
            Archive
          </Button>
        </span>
      ),
    });
  const left = task?.kind === 'archive' ? peopleOfOnly(task.site, sites, people) : [];
  return (
    <section className={panel.card} aria-labelledby="sites">
      <header className={panel.cardHead}>
        <h2 id="sites">Sites</h2>
        {mayChange && calls.add && (
          <Button look="quiet" size="small" onClick={() => setTask({ kind: 'add' })}>
            <PlusIcon />
            Add a site
          </Button>
        )}
      </header>
      <SimpleTable
        label="Sites"
        columns={columns}
        rows={sites}
        keyOf={({ id }) => id}
        none={
          mayChange && calls.add
            ? 'No sites yet. Orders are placed for a site, so add the first one.'
            : 'You have no site to order for. Ask an administrator of the account to give you one.'
        }
      />
      {archived && archived.length > 0 && <ArchivedSites sites={archived} restore={restore} />}
      {(task?.kind === 'add' || task?.kind === 'edit') && (
        <SiteDialog
          site={task.site}
          isStaff={isStaff}
          send={(body, version) =>
            task.site
              ? saved(calls.update(task.site.id, { ...body, version }), 'The site has been saved.')
              : saved(calls.add?.(body), 'The site has been added.')
          }
          close={close}
        />
      )}
      <Confirm
        isOpen={task?.kind === 'archive'}
        title={`Archive ${task?.site?.name ?? ''}`}
        confirm="Archive site"
        cancel="Cancel"
        isDangerous
        onConfirm={() => task?.site && void archive(task.site)}
        onCancel={close}
      >
        <p>
          Nobody can order for this site any more, its standing orders end, and its open quotes and requests for
          approval cannot be accepted. Its orders, invoices and quotes stay.
          {archived && ' The site can be restored later, but not its standing orders.'}
        </p>
        {left.length > 0 && <p>Left without a site: {left.join(', ')}.</p>}
      </Confirm>
    </section>
  );
}

interface ArchivedSitesProps {
  sites: readonly ArchivedSiteOnPage[];
  restore: (site: ArchivedSiteOnPage) => Promise<unknown>;
}

const ArchivedSites = ({ sites, restore }: ArchivedSitesProps) => (
  <details className={styles.archived}>
    <summary>Archived sites ({sites.length})</summary>
    <ul>
      {sites.map((site) => (
        <li key={site.id}>
          <span>
            {site.name}
            <small>{fullAddress(site.address)}</small>
          </span>
          <Button look="plain" size="small" onClick={() => void restore(site)} aria-label={`Restore ${site.name}`}>
            Restore
          </Button>
        </li>
      ))}
    </ul>
  </details>
);

/** The names of those who order for this site only. */
function peopleOfOnly(site: SiteOnPage, sites: readonly SiteOnPage[], people: readonly SitePerson[]): string[] {
  const others = sites.filter(({ id }) => id !== site.id);
  return people
    .filter(({ hasAllSites, siteIds }) =>
      hasAllSites ? others.length === 0 : siteIds.includes(site.id) && !others.some(({ id }) => siteIds.includes(id)),
    )
    .map(({ name, email }) => name || email);
}
