import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { countText } from '#lib/text/count-text.ts';
import { TextField } from '#ui/form/field.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { ClockIcon, FileIcon, SearchIcon } from '#ui/icons/icons.tsx';
import type { ChosenItem } from '../codes/chosen-items.ts';
import type { addOrderList } from '../contract.ts';
import { PastOrdersDialog } from './past-orders-dialog.tsx';
import { PasteDialog } from '../codes/paste-dialog.tsx';
import { listSentences as sentences } from '../sentences.ts';
import styles from './start-list.module.css';
import type { ShownList } from '../use-lists.ts';

/** How a list begins. */
export type Way = 'orders' | 'paste' | 'empty';

const ways = [
  {
    way: 'orders',
    Icon: ClockIcon,
    title: 'From past orders',
    about: 'What this site bought in twelve months, with usual quantities.',
  },
  {
    way: 'paste',
    Icon: FileIcon,
    title: 'Paste or upload codes',
    about: 'A former list or invoice, as text, CSV or Excel.',
  },
  {
    way: 'empty',
    Icon: SearchIcon,
    title: 'Search item by item',
    about: 'An empty list, to which you add items by name or code.',
  },
] as const;

/** The three ways to begin a list. */
export function Ways({ onChoose }: { onChoose: (way: Way) => void }) {
  return (
    <ul className={styles.ways}>
      {ways.map(({ way, Icon, title, about }) => (
        <li key={way}>
          <button type="button" onClick={() => onChoose(way)}>
            <Icon />
            <strong>{title}</strong>
            <span>{about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface NewListDialogProps {
  siteId: string;
  way: Way;
  /** Names that the site's lists have. */
  names: readonly string[];
  added: (list: ShownList) => void;
  close: () => void;
}

/** Adds a list in one of the three ways. */
export function NewListDialog({ siteId, way, names, added, close }: NewListDialogProps) {
  const [name, setName] = useState(names.length === 0 ? 'Standing list' : '');
  const { refusal, isBusy, run } = useSubmit(sentences.save);
  const add = async (items: readonly ChosenItem[]): Promise<void> => {
    const body = {
      name,
      items: items.map(({ item, quantity, multiple, note }) => ({
        itemId: item.itemId,
        par: quantity,
        multiple,
        note,
      })),
    };
    added(await call<typeof addOrderList>('POST /v1/trade/sites/{siteId}/lists', { params: { siteId }, body }));
  };
  const field = (
    <TextField
      label="Name of the list"
      autoComplete="off"
      maxLength={60}
      value={name}
      onChange={({ target }) => setName(target.value)}
    />
  );
  const submitLabel = (count: number) => (count === 0 ? 'Create list' : `Create list of ${countText(count, 'item')}`);
  const dialog = { siteId, submitLabel, onConfirm: add, close };
  if (way === 'orders') {
    return (
      <PastOrdersDialog {...dialog} title="List from past orders">
        {field}
      </PastOrdersDialog>
    );
  }
  if (way === 'paste') {
    return (
      <PasteDialog
        {...dialog}
        title="List from codes"
        about="The quantity of a line becomes the par level: what the shelf should hold."
      >
        {field}
      </PasteDialog>
    );
  }
  return (
    <FormDialog
      title="New list"
      width="narrow"
      refusal={refusal}
      submitLabel="Create list"
      isBusy={isBusy}
      onSubmit={() => run(() => add([]))}
      close={close}
    >
      {field}
    </FormDialog>
  );
}
