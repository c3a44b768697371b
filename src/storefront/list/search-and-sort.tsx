import { useEffect, useRef, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { Button } from '#ui/button/button.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';
import { defaultSort, type ListAddress, sortNames, withChange } from './list-url.ts';
import styles from './search-and-sort.module.css';
import { listPath } from '../shop-paths.ts';

/** Debounce of a typed search, in milliseconds (specification, section 9). */
const typingPause = 600;

/** The search box and the sort of the list. Without JavaScript it is a form. */
export function Toolbar({ address, category }: { address: ListAddress; category: string }) {
  const navigate = useNavigate();
  const search = useTypedSearch(address);
  const others = { ...address, search: '', sort: undefined };
  return (
    <Form className={styles.toolbar} role="search" action={listPath(category)} onSubmit={search.onSubmit}>
      <TextField
        label={<Hidden>Search Product</Hidden>}
        className={styles.search}
        type="search"
        name="search"
        placeholder="Search Product"
        autoComplete="off"
        maxLength={200}
        icon={<SearchIcon />}
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
      />
      <SelectField
        label="Sort by"
        className={styles.sort}
        name="sort"
        autoComplete="off"
        value={address.sort ?? (address.search ? '' : defaultSort)}
        onChange={({ target }) => {
          const sort = Number(target.value) || undefined;
          void navigate({ search: withChange(address, { sort }) }, { preventScrollReset: true });
        }}
      >
        {address.search && <option value="">Best match</option>}
        {Object.entries(sortNames).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <HiddenFilters address={others} />
      <noscript>
        <Button type="submit" look="quiet">
          Show
        </Button>
      </noscript>
    </Form>
  );
}

/** Hidden fields that keep the filters when a form is sent without JavaScript. */
export function HiddenFilters({ address }: { address: ListAddress }) {
  const fields = [...new URLSearchParams(withChange(address, {}))];
  return fields.map(([name, value]) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />);
}

/**
 * The search box: typed text goes into the URL after a pause. The first change adds a history entry, later ones replace
 * it. Back, forward and a new category set the box.
 */
function useTypedSearch(address: ListAddress) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(address.search);
  const [typed, setTyped] = useState(address.search);
  const [isTyping, setTypingOn] = useState(false);
  const latest = useRef(address);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    latest.current = address;
  });
  useEffect(() => {
    if (address.search === sent.current) return;
    clearTimeout(timer.current);
    sent.current = address.search;
    setTyped(address.search);
    setTypingOn(false);
  }, [address.search]);
  const look = (text: string): void => {
    clearTimeout(timer.current);
    const search = text.trim();
    if (search === latest.current.search) return;
    sent.current = search;
    const to = { search: withChange(latest.current, { search }) };
    void navigate(to, { replace: isTyping, preventScrollReset: true });
    setTypingOn(true);
  };
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => look(text), typingPause);
  };
  const onSubmit = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    look(typed);
  };
  return { typed, type, onSubmit };
}
