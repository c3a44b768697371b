import { useState } from 'react';
import { inWholeCartons } from '../prices/whole-cartons.ts';
import { call } from '#lib/api/api.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { addDays, type Day, isDay } from '#lib/day.ts';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { DayField } from '#ui/form/day-field.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import type { Account } from '../accounts/own-sites.tsx';
import { ItemPicture } from '../lists/item-picture.tsx';
import { cartonOf } from '../lists/order-quantity.ts';
import type { ShownList } from '../lists/use-lists.ts';
import type { addStandingOrder, saveStandingOrder } from './contract.ts';
import { standingSentences as sentences } from './sentences.ts';
import type { StandingOnPage } from './standing-order-days.tsx';
import { dayInWords, frequencies, type Frequency, frequencyLabels } from './standing-days.ts';
import styles from './standing.module.css';

interface StandingDialogProps {
  siteId: string;
  account: Account;
  today: Day;
  list: ShownList;
  /** The standing order of the list that is changed; undefined for a new one. */
  order: StandingOnPage | undefined;
  saved: (order: StandingOnPage) => void;
  reload: () => void;
  close: () => void;
}

interface Choosable {
  itemId: string;
  name: string;
  code: string;
  image: string;
  url: string;
  isSold: boolean;
  /** As typed. */
  quantity: string;
}

/** The list's items with the quantities of the standing order; those of a new one are what was ordered last, or the par level, in whole cartons. */
function choicesOf(list: ShownList, order: StandingOnPage | undefined): Choosable[] {
  const ordered = new Map(order?.items.map(({ itemId, quantity }) => [itemId, quantity]));
  const ofList = list.items.map((item) => {
    const usual = item.isSold ? inWholeCartons(item.last?.quantity ?? item.par ?? 1, cartonOf(item)) : 0;
    const quantity = order ? (ordered.get(item.itemId) ?? 0) : usual;
    return { ...item, quantity: quantity === 0 ? '' : String(quantity) };
  });
  const gone = order?.items.filter(({ itemId }) => !list.items.some((item) => item.itemId === itemId)) ?? [];
  return [...ofList, ...gone.map((item) => ({ ...item, quantity: String(item.quantity) }))];
}

/** What becomes of the standing order that was saved. */
function savedText({ isPaused, runs, days }: StandingOnPage): string {
  if (isPaused) return 'Saved. It is still paused.';
  const next = runs.find(({ state }) => state === 'open')?.dueOn ?? days.find(({ isSkipped }) => !isSkipped)?.on;
  return next === undefined ? 'Saved.' : `Saved. The next order is due on ${dayInWords(next)}.`;
}

/** Whether an item is ordered at all. */
const isChosen = ({ quantity }: Choosable): boolean => quantity !== '' && quantity !== '0';
const isWrong = ({ quantity }: Choosable): boolean => !/^[1-9]\d{0,2}$/.test(quantity);

/** What the server would refuse as well, all at once. */
function faultsIn({
  firstOn,
  chosen,
  after,
}: {
  firstOn: string;
  chosen: readonly Choosable[];
  /** A new one begins after this day. */
  after: Day | undefined;
}): Fault[] {
  const first = toIsoDay(firstOn);
  const wrong = chosen.filter(isWrong);
  const ofItems =
    chosen.length === 0 ? sentences.noItems : wrong.map(({ name }) => `${name}: ${sentences.quantity}`).join(' ');
  return [
    ...(isDay(first) ? [] : [{ path: 'firstOn', message: 'Must be a date.' }]),
    ...(isDay(first) && after && first <= after ? [{ path: 'firstOn', message: sentences.firstDay }] : []),
    ...(ofItems === '' ? [] : [{ path: 'items', message: ofItems }]),
  ];
}

/** Makes or changes the standing order of a list. */
export function StandingDialog({ siteId, account, today, list, order, saved, reload, close }: StandingDialogProps) {
  const [every, setEvery] = useState<Frequency>(order?.every ?? 'fourWeeks');
  const [firstOn, setFirstOn] = useState(() => toTypedDay(order?.firstOn ?? addDays(today, 7)));
  const [needsConfirm, setNeedsConfirm] = useState(order?.needsConfirm ?? true);
  const [poNumber, setPoNumber] = useState(order?.poNumber ?? '');
  const [choices, setChoices] = useState(() => choicesOf(list, order));
  const [faults, setFaults] = useState<Fault[]>([]);
  const { refusal, isBusy, run } = useSubmit(sentences.save);
  const [isLate, setLate] = useState(false);
  const chosen = choices.filter(isChosen);
  const errorOf = (path: string) => faults.find((fault) => fault.path === path)?.message;
  const itemFault = faults.find(({ path }) => path.startsWith('items'))?.message;
  const setQuantity = (itemId: string, typed: string): void =>
    setChoices((before) => before.map((one) => (one.itemId === itemId ? { ...one, quantity: typed.trim() } : one)));
  const submit = (): Promise<void> => {
    const found = faultsIn({ firstOn, chosen, after: order ? undefined : today });
    setFaults(found);
    if (found.length > 0) return Promise.resolve();
    return run(
      async () => {
        const items = chosen.map(({ itemId, quantity }) => ({ itemId, quantity: Number(quantity) }));
        const body = { every, firstOn: toIsoDay(firstOn), needsConfirm, poNumber, items };
        const made = order
          ? await call<typeof saveStandingOrder>('PUT /v1/trade/sites/{siteId}/standing-orders/{id}', {
              params: { siteId, id: order.id },
              body: { ...body, version: order.version },
            })
          : await call<typeof addStandingOrder>('POST /v1/trade/sites/{siteId}/standing-orders', {
              params: { siteId },
              body: { ...body, listId: list.id },
            });
        notify({ text: savedText(made) });
        saved(made);
      },
      (error) => {
        if (!(error instanceof Problem)) return;
        setFaults(error.faults.every(({ path }) => /^(firstOn|poNumber|items)/.test(path)) ? error.faults : []);
        if (error.status !== 409 || !order) return;
        setLate(true);
        reload(); // the version on which the next attempt is based
      },
    );
  };
  return (
    <FormDialog
      title={order ? 'Change the standing order' : 'Make a standing order'}
      about={list.name}
      width="wide"
      refusal={faults.length > 0 ? undefined : refusal}
      isLate={isLate}
      submitLabel="Save"
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      {order && !order.isOwn && <Note>From now on it is ordered in your name, within your limits.</Note>}
      <div className={styles.fields}>
        <SelectField
          label="How often"
          value={every}
          choices={frequencies.map((value) => ({ value, label: frequencyLabels[value] }))}
          onChange={({ target }) => setEvery(frequencies.find((one) => one === target.value) ?? every)}
        />
        <DayField label="First day" value={firstOn} onValueChange={setFirstOn} error={errorOf('firstOn')} />
        <TextField
          label="PO number"
          isOptional={account.poRule === 'none'}
          autoComplete="off"
          maxLength={30}
          value={poNumber}
          error={errorOf('poNumber')}
          onChange={({ target }) => setPoNumber(target.value)}
        />
      </div>
      <OptionButtons
        legend="How it is ordered"
        isEven
        value={needsConfirm ? 'confirm' : 'itself'}
        onChange={(value) => setNeedsConfirm(value === 'confirm')}
        options={[
          {
            value: 'confirm',
            label: 'After I confirm it',
            about: 'We ask you by e-mail, two days before if there is time.',
          },
          { value: 'itself', label: 'By itself', about: 'We tell you by e-mail before, so that you can skip it.' },
        ]}
      />
      <Quantities choices={choices} fault={itemFault} set={setQuantity} />
    </FormDialog>
  );
}

interface QuantitiesProps {
  choices: readonly Choosable[];
  fault: string | undefined;
  set: (itemId: string, typed: string) => void;
}

const Quantities = ({ choices, fault, set }: QuantitiesProps) => (
  <fieldset className={styles.quantities}>
    <legend>Quantities of each order</legend>
    <p>Leave out what you do not want. Cartons and prices are those of your site on the day.</p>
    {fault && (
      <Note tone="danger" isLive>
        {fault}
      </Note>
    )}
    <ul>
      {choices.map((item) => (
        <li key={item.itemId}>
          <ItemPicture item={item} isFaded={!item.isSold} />
          <span>
            {item.name}
            <small>{item.isSold ? item.code : 'No longer sold'}</small>
          </span>
          <input
            aria-label={`Quantity of ${item.name}`}
            inputMode="numeric"
            autoComplete="off"
            placeholder="–"
            aria-invalid={isChosen(item) && isWrong(item) ? true : undefined}
            value={item.quantity}
            onChange={({ target }) => set(item.itemId, target.value)}
            onFocus={({ target }) => target.select()}
          />
        </li>
      ))}
    </ul>
  </fieldset>
);
