import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import type { listAccounts, readAccount } from '../accounts/contract.ts';
import type { listPeople } from '../people/contract.ts';
import { mayGetQuotes } from '../permissions.ts';
import type { beginQuote } from './contract.ts';

interface BeginDialogProps {
  close: () => void;
  done: (id: string) => unknown;
}

type Query = InputOf<typeof listAccounts>['query'];
type Choice = { value: string; label: string };
type Person = ReplyOf<typeof listPeople>['people'][number];

const waitMs = 250;

const nothing = { accountId: '', siteId: '', memberId: '' };

/** Asks for which account, site and person a quote is. */
export function BeginDialog({ close, done }: BeginDialogProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(nothing);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const accounts = useAccounts(search);
  const { sites, people } = useSitesAndPeople(chosen.accountId);
  const { refusal, isBusy, run } = useSubmit('Unable to begin the quote.');
  const ofSite = people.filter(({ hasAllSites, siteIds }) => hasAllSites || siteIds.includes(chosen.siteId));
  const choose = (name: keyof typeof nothing, id: string): void => {
    setFaults({});
    if (name === 'accountId') setChosen({ ...nothing, accountId: id });
    else if (name === 'siteId') setChosen({ ...chosen, siteId: id, memberId: '' });
    else setChosen({ ...chosen, memberId: id });
  };
  const submit = (): void => {
    const missing = { accountId: 'a company', siteId: 'a site', memberId: 'a person' } as const;
    const found = Object.entries(missing).filter(([name]) => chosen[name as keyof typeof missing] === ''); // its own names
    setFaults(Object.fromEntries(found.map(([name, what]) => [name, `Choose ${what}.`])));
    if (found.length > 0) return;
    void run(
      async () => done((await call<typeof beginQuote>('POST /v1/quotes', { body: chosen })).id),
      (error) => {
        const given = error instanceof Problem ? error.faults : [];
        setFaults(Object.fromEntries(given.map(({ path, message }) => [path, message])));
      },
    );
  };
  const select = (name: keyof typeof nothing, label: string, choices: readonly Choice[], none: string) => (
    <SelectField
      label={label}
      value={chosen[name]}
      choices={choices}
      error={faults[name]}
      onChange={({ target }) => choose(name, target.value)}
    >
      <option value="">{none}</option>
    </SelectField>
  );
  return (
    <FormDialog
      title="A new quote"
      refusal={refusal}
      submitLabel="Create quote"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      <TextField
        label="Search companies"
        type="search"
        autoFocus
        autoComplete="off"
        placeholder="Company, number or ABN"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          setChosen(nothing);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} // Enter would send the form
      />
      {select('accountId', 'Company', accounts, accounts.length === 0 ? 'No company matches' : 'Choose a company')}
      {select('siteId', 'Site', sites, 'Choose a site')}
      {select(
        'memberId',
        'Goes to',
        ofSite.map(({ id, name, email }) => ({ value: id, label: `${name}, ${email}` })),
        'Choose a person',
      )}
    </FormDialog>
  );
}

/** Open accounts that match, 20 at most. */
function useAccounts(search: string): Choice[] {
  const [choices, setChoices] = useState<Choice[]>([]);
  useEffect(() => {
    const request = new AbortController();
    const ask = async (): Promise<void> => {
      const query = { search, status: ['open', 'hold'], page: '1', pageSize: '20' } satisfies Query;
      const rows = await call<typeof listAccounts>('GET /v1/trade-accounts', { query }, { signal: request.signal });
      setChoices(rows.map(({ id, number, name }) => ({ value: id, label: `${name} (${number})` })));
    };
    const timer = setTimeout(() => void ask().catch(() => {}), waitMs);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [search]);
  return choices;
}

/** The sites of an account, and its people to whom a quote can go. */
function useSitesAndPeople(id: string): { sites: Choice[]; people: Person[] } {
  const [loaded, setLoaded] = useState<{ id: string; sites: Choice[]; people: Person[] }>();
  useEffect(() => {
    if (id === '') return;
    const request = new AbortController();
    const options = { signal: request.signal };
    const params = { id };
    Promise.all([
      call<typeof readAccount>('GET /v1/trade-accounts/{id}', { params }, options),
      call<typeof listPeople>('GET /v1/trade-accounts/{id}/people', { params }, options),
    ]).then(
      ([account, { people, roles }]) => {
        const sites = account.sites.map((site) => ({ value: site.id, label: site.name }));
        setLoaded({ id, sites, people: people.filter(mayGetQuotes(roles)) });
      },
      () => undefined, // the selects stay empty
    );
    return () => request.abort();
  }, [id]);
  return loaded?.id === id ? loaded : { sites: [], people: [] };
}
