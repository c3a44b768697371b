import { useCombobox } from 'downshift';
import { type ChangeEvent, type ClipboardEvent, type ComponentProps, useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { cx } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { countText } from '#lib/text/count-text.ts';
import type { findOrderItems } from './contract.ts';
import { ItemPicture } from './item-picture.tsx';
import styles from './item-search.module.css';

/** An item as the browser gets it. */
export type FoundItem = ReplyOf<typeof findOrderItems>[number];

interface ItemSearchProps extends Pick<ComponentProps<typeof TextField>, 'label' | 'error' | 'hint' | 'icon' | 'id'> {
  siteId: string;
  typed: string;
  onType: (typed: string) => void;
  onPick: (item: FoundItem) => void;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
}

/** A field that suggests items by the beginning of their code or by words of their name. */
export function ItemSearch({ siteId, typed, onType, onPick, onPaste, ...field }: ItemSearchProps) {
  const [query, setQuery] = useState('');
  const { found, foundFor } = useFoundItems(siteId, query.trim());
  const box = useCombobox({
    items: found,
    ...(field.id !== undefined && { inputId: field.id }),
    inputValue: typed,
    selectedItem: null, // the parent decides what picking an item means, also for the same item twice
    defaultHighlightedIndex: 0,
    itemToString: (item) => item?.code ?? '',
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      setQuery('');
      onPick(selectedItem);
    },
  });
  const hasNoResults = query.trim() !== '' && foundFor === query.trim() && found.length === 0;
  const isListOpen = box.isOpen && (found.length > 0 || hasNoResults);
  return (
    <div className={styles.search}>
      <TextField
        {...field}
        {...box.getInputProps({
          // Set at once, because the combobox reports changes only after a render, and fast typing would lose letters.
          onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
            onType(currentTarget.value);
            setQuery(currentTarget.value);
          },
        })}
        {...(onPaste && { onPaste })}
        autoComplete="off"
        spellCheck={false}
        placeholder="Code or name"
      />
      <ul {...box.getMenuProps({ 'aria-label': 'Items' })} className={cx(styles.list, !isListOpen && styles.closed)}>
        {isListOpen &&
          found.map((item, index) => (
            <li
              key={item.itemId}
              {...box.getItemProps({ item, index })}
              className={cx(styles.option, box.highlightedIndex === index && styles.active)}
            >
              <ItemPicture item={item} />
              <span>
                <strong>{item.name}</strong>
                <small>
                  {item.code}
                  {item.isOutOfStock && ' · Out of stock'}
                </small>
              </span>
            </li>
          ))}
        {isListOpen && hasNoResults && <li className={styles.none}>No item has this code or these words.</li>}
      </ul>
      <Hidden>
        <span role="status">{foundFor !== '' && foundFor === query.trim() && countText(found.length, 'item')}</span>
      </Hidden>
    </div>
  );
}

const typingPause = 200;
const nothing = { found: [] as FoundItem[], foundFor: '' };

function useFoundItems(siteId: string, search: string) {
  const [results, setResults] = useState(nothing);
  useEffect(() => {
    if (search.length < 2) return setResults(nothing);
    const control = new AbortController();
    const ask = () =>
      call<typeof findOrderItems>(
        'GET /v1/trade/sites/{siteId}/items',
        { params: { siteId }, query: { search } },
        { signal: control.signal },
      ).then(
        (found) => setResults({ found, foundFor: search }),
        () => undefined, // the next letter asks again
      );
    const timer = setTimeout(() => void ask(), typingPause);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [siteId, search]);
  return results;
}
