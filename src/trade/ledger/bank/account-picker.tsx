import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import styles from '../ledger.module.css';
import type { findAccounts } from './contract.ts';

const waitMs = 200;

/** Finds an account by name, number or ABN. */
export function AccountPicker({ pick, cancel }: { pick: (accountId: string) => void; cancel: () => void }) {
  const [search, setSearch] = useState('');
  const [found, setFound] = useState<ReplyOf<typeof findAccounts>>([]);
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(() => {
      call<typeof findAccounts>('GET /v1/debtors/accounts', { query: { search } }, { signal: control.signal }).then(
        setFound,
        () => setFound([]),
      );
    }, waitMs);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [search]);
  return (
    <div className={styles.picker}>
      <TextField
        label="Account"
        autoComplete="off"
        autoFocus
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul className={styles.found}>
        {found.map(({ id, number, name }) => (
          <li key={id}>
            <Button look="plain" size="small" onClick={() => pick(id)}>{`${number} ${name}`}</Button>
          </li>
        ))}
        <li>
          <Button look="plain" size="small" onClick={cancel}>
            Cancel
          </Button>
        </li>
      </ul>
    </div>
  );
}
