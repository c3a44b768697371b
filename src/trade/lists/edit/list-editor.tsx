import { type Dispatch, type RefObject, type SetStateAction, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countText } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { focusHeading, useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { TextField } from '#ui/form/field.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { SaveBar } from '#ui/form/save-bar.tsx';
import { FileIcon, SearchIcon, ClockIcon } from '#ui/icons/icons.tsx';
import type { ChosenItem } from '../codes/chosen-items.ts';
import { EditedRow } from './edited-row.tsx';
import { type EditedItem, type EditedList, withItems } from './edited-list.ts';
import { ItemSearch } from '../item-search.tsx';
import styles from './list-editor.module.css';
import { PastOrdersDialog } from '../start/past-orders-dialog.tsx';
import { PasteDialog } from '../codes/paste-dialog.tsx';
import type { ShownList } from '../use-lists.ts';
import { useEditedList } from './use-edited-list.ts';

interface ListEditorProps {
  siteId: string;
  list: ShownList;
  saved: (list: ShownList) => void;
  /** Goes back to counting. */
  close: () => void;
}

/** Changes name, items, par levels, cartons, notes and order of a list; everything is saved at once. */
export function ListEditor({ siteId, list, saved, close }: ListEditorProps) {
  const form = useEditedList(siteId, list, saved);
  const { edited, setEdited, isDirty, isBusy, conflict, save, keepTheirs } = form;
  const { items } = edited;
  const { add, change, remove, move } = itemActions(items, setEdited);
  const rows = useRef<HTMLOListElement>(null);
  useHeadingFocus(isDirty);
  return (
    <section className={styles.editor} aria-label={`Change ${list.name}`}>
      <LeaveGuard isDirty={isDirty} />
      {conflict && (
        <Note tone="warning" isLive>
          <p>Somebody else has changed this list in the meantime.</p>
          <div className={styles.buttons}>
            <Button size="small" look="quiet" onClick={keepTheirs}>
              Show theirs
            </Button>
            <Button size="small" onClick={() => void save()}>
              Save mine instead
            </Button>
          </div>
        </Note>
      )}
      <Refusal>{conflict ? undefined : form.refusal}</Refusal>
      <TextField
        label="Name of the list"
        className={styles.name}
        autoComplete="off"
        maxLength={60}
        value={edited.name}
        onChange={({ target }) => setEdited((before) => ({ ...before, name: target.value }))}
      />
      {items.length > 0 && (
        <ol ref={rows} className={styles.rows}>
          {items.map((item, at) => (
            <EditedRow
              key={item.item.itemId}
              item={item}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              change={(typed) => change(item, typed)}
              remove={() => remove(at, item, rows)}
              move={(by, button) => move(at, by, button)}
            />
          ))}
        </ol>
      )}
      <AddItems siteId={siteId} items={items} add={add} />
      {!isDirty && (
        <div>
          <Button look="quiet" onClick={close}>
            Done
          </Button>
        </div>
      )}
      <SaveBar isDirty={isDirty} isSaving={isBusy} label="Save list" onSave={() => void save()} onDiscard={keepTheirs}>
        {countText(items.length, 'item')}
      </SaveBar>
    </section>
  );
}

type Add = (added: readonly ChosenItem[]) => void;

/** What the buttons of the list do. Removing an item can be undone. */
function itemActions(items: readonly EditedItem[], setEdited: Dispatch<SetStateAction<EditedList>>) {
  const setItems = (change: (before: readonly EditedItem[]) => readonly EditedItem[]) =>
    setEdited((before) => ({ ...before, items: change(before.items) }));
  const add: Add = (added) => {
    const isThere = added.every(({ item }) => items.some((one) => one.item.itemId === item.itemId));
    setEdited((before) => withItems(before, added));
    notify({ text: isThere ? 'The list has this already.' : `${countText(added.length, 'item')} added to the list.` });
  };
  const change = (changed: EditedItem, typed: Partial<EditedItem>): void =>
    setItems((before) => before.map((one) => (one.item.itemId === changed.item.itemId ? { ...one, ...typed } : one)));
  const remove = (at: number, removed: EditedItem, rows: RefObject<HTMLOListElement | null>): void => {
    flushSync(() => setItems((before) => before.filter(({ item }) => item.itemId !== removed.item.itemId)));
    const buttons = [...(rows.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
    const next = buttons[at] ?? buttons.at(-1);
    if (next) next.focus();
    else focusHeading();
    const run = () => setItems((before) => before.toSpliced(at, 0, removed));
    notify({ text: `${removed.item.name} was removed from the list.`, action: { label: 'Undo', run } });
  };
  const move = (at: number, by: 1 | -1, button: HTMLElement): void => {
    flushSync(() =>
      setItems((before) => {
        const moved = before[at];
        return moved ? before.toSpliced(at, 1).toSpliced(at + by, 0, moved) : before;
      }),
    );
    button.focus(); // a row that is moved in the document loses the focus
  };
  return { add, change, remove, move };
}

/** The ways to add items: by search, from codes, from past orders. */
function AddItems({ siteId, items, add }: { siteId: string; items: readonly EditedItem[]; add: Add }) {
  const [typed, setTyped] = useState('');
  const [dialog, setDialog] = useState<'paste' | 'orders'>();
  const close = () => setDialog(undefined);
  const onConfirm: Add = (added) => {
    close();
    add(added);
  };
  const submitLabel = (count: number) => `Add ${countText(count, 'item')}`;
  const offered = { siteId, submitLabel, onConfirm, close };
  return (
    <div className={styles.add}>
      <ItemSearch
        label="Add an item"
        icon={<SearchIcon />}
        siteId={siteId}
        typed={typed}
        onType={setTyped}
        onPick={(item) => {
          setTyped('');
          add([{ item, quantity: null, multiple: item.carton, note: '' }]);
        }}
      />
      <div className={styles.buttons}>
        <Button look="soft" size="small" onClick={() => setDialog('paste')}>
          <FileIcon />
          Paste or upload
        </Button>
        <Button look="soft" size="small" onClick={() => setDialog('orders')}>
          <ClockIcon />
          From past orders
        </Button>
      </div>
      {dialog === 'paste' && (
        <PasteDialog
          {...offered}
          title="Add items by code"
          about="The quantity of a line becomes the par level: what the shelf should hold."
        />
      )}
      {dialog === 'orders' && (
        <PastOrdersDialog
          {...offered}
          title="Add items from past orders"
          taken={new Set(items.map(({ item }) => item.itemId))}
        />
      )}
    </div>
  );
}
