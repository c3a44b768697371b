import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { fullAddress } from '#addresses/full-address.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { api, callList, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { pageNumber } from '#lib/api/page-number.ts';
import { day, dayOf, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { formatAbn, formatAcn, isAbn } from '#lib/text/abn.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { Button } from '#ui/button/button.tsx';
import { Figure, Figures } from '#ui/feedback/key-figures.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { Link } from '#ui/link.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { NotesCard } from '#ui/notes/notes-card.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import styles from '../accounts/account-cards.module.css';
import { AccountDialog } from '../accounts/account-dialog.tsx';
import type { AccountOnPage } from '../accounts/account-form.ts';
import { type AccountStatus, nextStatuses, readAccount } from '../accounts/contract.ts';
import { type BlanketPoCalls, BlanketPosCard } from '../blanket-pos/blanket-pos-card.tsx';
import { type addBlanketPo, type endBlanketPo, listBlanketPos, type updateBlanketPo } from '../blanket-pos/contract.ts';
import { OrdersCard } from '../record/orders-card.tsx';
import * as record from '../record/contract.ts';
import { SitesCard } from '../accounts/sites-card.tsx';
import type { addSite, archiveSite, restoreSite, updateSite } from '../accounts/sites-contract.ts';
import { StatusBadge } from '../accounts/status-badge.tsx';
import { abnNotValid, StatusDialog, statusAction } from '../accounts/status-dialog.tsx';
import * as people from '../people/contract.ts';
import { PeopleCard } from '../people/people-card.tsx';
import { RolesCard } from '../people/roles-card.tsx';
import { tradePermissions } from '../permissions.ts';
import { listOfAccount } from '../standing/contract.ts';
import { StandingOrdersCard } from '../standing/standing-orders-card.tsx';
import { termsInWords } from '../trading-terms.ts';
import type { Route } from './+types/account';
import { creditNote } from '../credit/credit-sentences.ts';

export const handle = {
  crumb: (loaded?: { account: AccountOnPage }) => loaded?.account.name ?? 'Trade account',
  above: [{ label: 'Trade accounts', to: '/admin/accounts/' }],
};

export const meta = backOfficeMeta('Trade account');

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  const ask = api(context);
  const page = pageNumber(url, 'orders');
  const [account, persons, orders, notes, standingOrders, blanketPos] = await loadOrPageError(
    'Unable to load the trade account.',
    Promise.all([
      ask(readAccount, { params: { id } }),
      ask(people.listPeople, { params: { id } }),
      callList(context, record.listAccountOrders, { params: { id }, query: { page, pageSize } }),
      ask(record.listAccountNotes, { params: { id } }),
      ask(listOfAccount, { params: { id } }),
      ask(listBlanketPos, { params: { id } }),
    ]),
  );
  return { account, persons, orders: { ...orders, page, pageSize }, notes, standingOrders, blanketPos };
}

const pageSize = 8;

export default function AccountPage({
  loaderData: { account, persons, orders, notes, standingOrders, blanketPos },
}: Route.ComponentProps) {
  const [task, setTask] = useState<'edit' | AccountStatus>();
  const { revalidate } = useRevalidator();
  const close = (): void => setTask(undefined);
  const done = async (): Promise<void> => {
    close();
    await revalidate();
  };
  const { id, version, status } = account;
  const actions = (
    <>
      {nextStatuses[status].map((next) => (
        <Button
          key={next}
          size="small"
          look={status === 'applied' && next === 'open' ? 'primary' : 'quiet'}
          onClick={() => setTask(next)}
        >
          {statusAction(status, next)}
        </Button>
      ))}
      <Button size="small" look={status === 'applied' ? 'quiet' : 'primary'} onClick={() => setTask('edit')}>
        Edit
      </Button>
    </>
  );
  return (
    <>
      <PageHead title={account.name} badge={<StatusBadge status={status} />} actions={actions}>
        Account {account.number}
        {account.openedDate !== null && `, open since ${format(dayOf(new Date(account.openedDate)))}`}
      </PageHead>
      {account.statusReason !== '' && <Note tone="warning">{account.statusReason}</Note>}
      {status === 'applied' && <Application account={account} />}
      <AccountFigures account={account} />
      {account.openedDate !== null && (
        <p>
          <Link to={`/admin/accounts/${id}/ledger/`}>Ledger, payments and statements</Link> ·{' '}
          <Link to={`/admin/accounts/${id}/move-in/`}>Match a former supplier’s invoice or list</Link>
        </p>
      )}
      <Details account={account} />
      <NotesCard notes={notes} {...noteCalls(id)} />
      {account.openedDate !== null && <OrdersCard accountId={id} orders={orders} />}
      <SitesCard
        sites={account.sites}
        archived={account.archivedSites}
        people={persons.people}
        calls={siteCalls(id)}
        mayChange
        isStaff
      />
      <BlanketPosCard blanketPos={blanketPos} sites={account.sites} calls={blanketPoCalls(id)} mayChange />
      <StandingOrdersCard orders={standingOrders} />
      <PeopleCard people={persons.people} roles={persons.roles} sites={account.sites} calls={peopleCalls(id)} />
      <RolesCard roles={persons.roles} permissions={tradePermissions} calls={roleCalls(id)} />
      <HistoryPanel
        entity="trade-account"
        id={id}
        version={[...notes, ...blanketPos].reduce((sum, one) => sum + one.version, version)}
      />
      {task === 'edit' && (
        <AccountDialog
          account={account}
          close={close}
          done={async () => {
            notify({ text: 'The trade account has been saved.' });
            await done();
          }}
        />
      )}
      {task !== undefined && task !== 'edit' && (
        <StatusDialog account={account} status={task} close={close} done={done} />
      )}
    </>
  );
}

/** What to look at before an application is approved. */
function Application({ account }: { account: AccountOnPage }) {
  const { abn, submissionId } = account;
  return (
    <Note>
      This company has applied for an account. Check its ABN and referees, set the credit limit, terms and price list
      with “Edit”, then approve it.{' '}
      {submissionId && <Link to={`/admin/submissions/${submissionId}`}>Read the application</Link>}
      {!isAbn(abn) && <p className={styles.bad}>{abnNotValid(abn)}</p>}
    </Note>
  );
}

const AccountFigures = ({ account }: { account: AccountOnPage }) => (
  <Figures>
    <Figure label="Exposure" value={formatDollars(account.exposure)}>
      of {formatDollars(account.creditLimit)} credit limit
    </Figure>
    <Figure label="Credit left" value={formatDollars(Math.max(account.creditLimit - account.exposure, 0))}>
      {creditNote({ ...account, limit: account.creditLimit })}
    </Figure>
    <Figure label="Overdue" value={formatDollars(account.overdue)}>
      {termsInWords({ kind: account.termsKind, days: account.termsDays })}
    </Figure>
    <Figure label="Sales, 12 months" value={formatDollars(account.yearSales)}>
      With GST, without cancelled orders
    </Figure>
    <Figure label="Sites" value={account.sites.length}>
      {account.priceListName ? `Price list: ${account.priceListName}` : 'The shop’s prices'}
    </Figure>
  </Figures>
);

function Details({ account }: { account: AccountOnPage }) {
  const { postalAddress: address, ppsrUntil, poRule } = account;
  const facts = [
    {
      label: 'ABN',
      value: account.abn === '' || isAbn(account.abn) ? formatAbn(account.abn) : abnNotValid(account.abn),
    },
    { label: 'ACN', value: formatAcn(account.acn) },
    { label: 'Contact person', value: account.contactName },
    { label: 'Contact email', value: account.contactEmail && <MailLink email={account.contactEmail} /> },
    { label: 'Phone', value: account.phone && <PhoneLink phone={account.phone} /> },
    {
      label: 'Invoices and statements go to',
      value: account.accountsEmail && <MailLink email={account.accountsEmail} />,
    },
    { label: 'Postal address', value: address && fullAddress(address) },
    {
      label: 'PO numbers',
      value: { none: 'Not needed', required: 'Required', pattern: `Like ${account.poPattern}` }[poRule],
    },
    {
      label: 'PPSR registration',
      value: [account.ppsrNumber, ppsrUntil && `until ${format(day(ppsrUntil))}`].filter(Boolean).join(', '),
    },
    { label: 'Notes', value: account.notes },
  ].filter(({ value }) => value);
  return (
    <section className={panel.card} aria-labelledby="details">
      <h2 id="details">Details</h2>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const MailLink = ({ email }: { email: string }) => <a href={`mailto:${email}`}>{email}</a>;

const noteCalls = (id: string) => ({
  add: (text: string) =>
    call<typeof record.addAccountNote>('POST /v1/trade-accounts/{id}/notes', { params: { id }, body: { text } }),
  update: (noteId: string, body: InputOf<typeof record.updateAccountNote>['body']) =>
    call<typeof record.updateAccountNote>('PUT /v1/trade-accounts/{id}/notes/{noteId}', {
      params: { id, noteId },
      body,
    }),
});

const siteCalls = (id: string) => ({
  add: (body: InputOf<typeof addSite>['body']) =>
    call<typeof addSite>('POST /v1/trade-accounts/{id}/sites', { params: { id }, body }),
  update: (siteId: string, body: InputOf<typeof updateSite>['body']) =>
    call<typeof updateSite>('PUT /v1/trade-accounts/{id}/sites/{siteId}', { params: { id, siteId }, body }),
  archive: (siteId: string) =>
    call<typeof archiveSite>('DELETE /v1/trade-accounts/{id}/sites/{siteId}', { params: { id, siteId } }),
  restore: (siteId: string) =>
    call<typeof restoreSite>('POST /v1/trade-accounts/{id}/sites/{siteId}/restore', { params: { id, siteId } }),
});

const peopleCalls = (id: string) => ({
  invite: (body: InputOf<typeof people.invitePerson>['body']) =>
    call<typeof people.invitePerson>('POST /v1/trade-accounts/{id}/people', { params: { id }, body }),
  update: (personId: string, body: InputOf<typeof people.updatePerson>['body']) =>
    call<typeof people.updatePerson>('PUT /v1/trade-accounts/{id}/people/{personId}', {
      params: { id, personId },
      body,
    }),
  remove: (personId: string) =>
    call<typeof people.removePerson>('DELETE /v1/trade-accounts/{id}/people/{personId}', { params: { id, personId } }),
  inviteAgain: (personId: string) =>
    call<typeof people.inviteAgain>('POST /v1/trade-accounts/{id}/people/{personId}/invitation', {
      params: { id, personId },
    }),
});

const roleCalls = (id: string) => ({
  add: (body: people.RoleInput) =>
    call<typeof people.addRole>('POST /v1/trade-accounts/{id}/roles', { params: { id }, body }),
  update: (roleId: string, body: people.RoleInput & { version: number | undefined }) =>
    call<typeof people.updateRole>('PUT /v1/trade-accounts/{id}/roles/{roleId}', { params: { id, roleId }, body }),
  remove: (roleId: string) =>
    call<typeof people.removeRole>('DELETE /v1/trade-accounts/{id}/roles/{roleId}', { params: { id, roleId } }),
});

const blanketPoCalls = (id: string): BlanketPoCalls => ({
  add: (body) => call<typeof addBlanketPo>('POST /v1/trade-accounts/{id}/blanket-pos', { params: { id }, body }),
  update: (blanketPoId, body) =>
    call<typeof updateBlanketPo>('PUT /v1/trade-accounts/{id}/blanket-pos/{blanketPoId}', {
      params: { id, blanketPoId },
      body,
    }),
  end: (blanketPoId) =>
    call<typeof endBlanketPo>('DELETE /v1/trade-accounts/{id}/blanket-pos/{blanketPoId}', {
      params: { id, blanketPoId },
    }),
});
