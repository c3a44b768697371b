import { useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { badInput } from '#lib/api/problem.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import type { AccountOnPage } from '../../accounts/account-form.ts';
import { readAccount } from '../../accounts/contract.ts';
import { listPeople } from '../../people/contract.ts';
import { mayGetQuotes } from '../../permissions.ts';
import type { beginQuote, updateQuote } from '../../quotes/contract.ts';
import type { addListOfSite, findItemsOfSite, matchLinesOfSite, rememberCodesOfAccount } from '../contract.ts';
import { fieldId, listItemsOf, type TakenItem } from '../decisions.ts';
import { MoveIn, type MoveInCalls } from '../move-in.tsx';
import styles from '../move-in.module.css';
import type { Route } from './+types/account-move-in';

export const handle = {
  crumb: (loaded?: { account: AccountOnPage }) => (loaded ? `${loaded.account.name}: move in` : 'Move in'),
  above: [{ label: 'Trade accounts', to: '/admin/accounts/' }],
};

export const meta = backOfficeMeta('Move in');

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  const ask = api(context);
  const [account, { people, roles }] = await loadOrPageError(
    'Unable to load the trade account.',
    Promise.all([ask(readAccount, { params: { id } }), ask(listPeople, { params: { id } })]),
  );
  return { account, people: people.filter(mayGetQuotes(roles)) };
}

type Person = Route.ComponentProps['loaderData']['people'][number];

export default function AccountMoveIn({ loaderData: { account, people } }: Route.ComponentProps) {
  const [siteId, setSiteId] = useState(account.sites[0]?.id ?? '');
  const choices = account.sites.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <PageHead title="Move in">
        Turn the invoice or list of {account.name}’s former supplier into an order list or a quote.
      </PageHead>
      {siteId === '' ? (
        <Note>This account has no site yet. Add one first.</Note>
      ) : (
        <>
          <SelectField
            label="Site"
            className={styles.short}
            choices={choices}
            value={siteId}
            onChange={({ target }) => setSiteId(target.value)}
          />
          <OfSite
            key={siteId}
            accountId={account.id}
            siteId={siteId}
            sites={account.sites}
            people={people.filter(({ hasAllSites, siteIds }) => hasAllSites || siteIds.includes(siteId))}
          />
        </>
      )}
    </>
  );
}

interface OfSiteProps {
  accountId: string;
  siteId: string;
  sites: AccountOnPage['sites'];
  /** To whom a quote can go. */
  people: readonly Person[];
}

function OfSite({ accountId: id, siteId, sites, people }: OfSiteProps) {
  const navigate = useNavigate();
  const [memberId, setMemberId] = useState('');
  const begun = useRef<{ memberId: string; quoteId: string }>(undefined); // a repeated press fills the same draft
  const params = useMemo(() => ({ id, siteId }), [id, siteId]);
  const find = useCallback(
    (search: string, signal: AbortSignal) =>
      call<typeof findItemsOfSite>(
        'GET /v1/trade-accounts/{id}/sites/{siteId}/items',
        { params, query: { search } },
        { signal },
      ),
    [params],
  );
  const quote = async (items: readonly TakenItem[]): Promise<void> => {
    if (memberId === '') throw badInput({ path: 'member', message: 'Choose who gets the quote.' });
    if (begun.current?.memberId !== memberId) {
      const body = { accountId: id, siteId, memberId };
      begun.current = { memberId, quoteId: (await call<typeof beginQuote>('POST /v1/quotes', { body })).id };
    }
    const { quoteId } = begun.current;
    const lines = items.map(({ item: { itemId, price = 0 }, quantity }) => ({
      itemId,
      quantity: quantity ?? 1,
      price,
    }));
    const body = { lines, discount: 0, shippingFee: 0, validUntil: null, note: '' };
    await call<typeof updateQuote>('PUT /v1/quotes/{id}', { params: { id: quoteId }, body });
    await navigate(`/admin/quotes/${quoteId}`);
  };
  const calls: MoveInCalls = {
    siteId,
    sites,
    now: () => new Date(),
    match: (body) =>
      call<typeof matchLinesOfSite>('POST /v1/trade-accounts/{id}/sites/{siteId}/former-lines', { params, body }),
    find,
    remember: (matches) =>
      call<typeof rememberCodesOfAccount>('PUT /v1/trade-accounts/{id}/sites/{siteId}/former-codes', {
        params,
        body: { matches },
      }),
    makeList: async (name, items) => {
      const body = { name, items: listItemsOf(items) };
      await call<typeof addListOfSite>('POST /v1/trade-accounts/{id}/sites/{siteId}/lists', { params, body });
      notify({ text: `The order list “${name}” has been made.` });
      await navigate(`/admin/accounts/${id}/`);
    },
    makeQuote: people.length > 0 ? { label: 'Make a quote', run: quote } : undefined,
  };
  return (
    <MoveIn calls={calls}>
      {people.length > 0 ? (
        <SelectField
          label="The quote goes to"
          id={fieldId('member')}
          className={styles.short}
          choices={people.map((person) => ({ value: person.id, label: `${person.name}, ${person.email}` }))}
          value={memberId}
          onChange={({ target }) => setMemberId(target.value)}
        >
          <option value="">Choose a person</option>
        </SelectField>
      ) : (
        <Note>Nobody of the account orders for this site yet, so a quote has nobody to go to.</Note>
      )}
    </MoveIn>
  );
}
