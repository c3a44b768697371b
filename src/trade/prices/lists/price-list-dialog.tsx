import { summaryFaults } from '#accounts/account-form.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { RecordRefusal, useRecordForm } from '#history/record-form.tsx';
import { call } from '#lib/api/api.ts';
import { changedBySomeoneElse, checkFields } from '#lib/api/sentences.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { FormDayField } from '#ui/form/day-field.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { type addPriceList, type readPriceList, sentences, type updatePriceList } from './contract.ts';
import {
  bodyOf,
  differencesOf,
  emptyList,
  type ListOnPage,
  listFields,
  listForm,
  valuesOf,
} from './price-list-form.ts';

interface ListDialogProps {
  /** The list that is changed; undefined for a new one. */
  list: ListOnPage | undefined;
  /** All lists that can be a parent. */
  parents: readonly { id: string; name: string }[];
  close: () => void;
  done: (list: ListOnPage) => Promise<void> | void;
}

export function ListDialog({ list, parents, close, done }: ListDialogProps) {
  const params = { id: list?.id ?? '' };
  const { form, refusal, conflict, submit } = useRecordForm(listForm, {
    values: list ? valuesOf(list) : emptyList,
    version: list?.version,
    fallback: sentences.save,
    readConflict: async (mine) => {
      const stored = await call<typeof readPriceList>('GET /v1/price-lists/{id}', { params });
      const names = new Map(parents.map(({ id, name }) => [id, name]));
      return { version: stored.version, differences: differencesOf(valuesOf(stored), mine, names) };
    },
    send: async (typed, version) => {
      const body = bodyOf(typed);
      const saved = list
        ? await call<typeof updatePriceList>('PUT /v1/price-lists/{id}', { params, body: { ...body, version } })
        : await call<typeof addPriceList>('POST /v1/price-lists', { body });
      await done(saved);
      close();
      notify({ text: `The price list has been ${list ? 'saved' : 'added'}.` });
    },
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const field = (name: keyof typeof emptyList) => ({ ...form.register(name), id: name, error: errors[name]?.message });
  const dayField = (name: 'validFrom' | 'validTo', label: string) => ({
    name,
    label,
    id: name,
    control: form.control,
    error: errors[name]?.message,
  });
  return (
    <FormDialog
      title={list ? 'Edit price list' : 'Create a price list'}
      about={list?.name}
      head={<ErrorSummary title={checkFields} faults={summaryFaults(errors, listFields)} attempt={submitCount} />}
      refusal={refusal && <RecordRefusal {...{ refusal, conflict }} entity="price-list" id={list?.id} />}
      tone={refusal === changedBySomeoneElse && list ? 'warning' : 'danger'}
      isLate={conflict !== undefined}
      submitLabel={list ? 'Save list' : 'Create list'}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <div className={layout.fields}>
        <TextField
          {...field('name')}
          label="Name"
          autoFocus
          autoComplete="off"
          maxLength={200}
          className={layout.full ?? ''}
        />
        <SelectField
          {...field('parentId')}
          label="Prices come from"
          hint="For items that this list does not name."
          choices={parents.filter(({ id }) => id !== list?.id).map(({ id, name }) => ({ value: id, label: name }))}
        >
          <option value="">The shop’s prices</option>
        </SelectField>
        <TextField
          {...field('adjustPercent')}
          label="Change them by, %"
          isNumeric
          autoComplete="off"
          hint="-10 is 10 % less; 0 changes nothing."
        />
        <FormDayField {...dayField('validFrom', 'First day')} hint="Empty: valid already." />
        <FormDayField {...dayField('validTo', 'Last day')} hint="Empty: until further notice." />
      </div>
      {list && <HistoryPanel entity="price-list" id={list.id} version={list.version} />}
    </FormDialog>
  );
}
