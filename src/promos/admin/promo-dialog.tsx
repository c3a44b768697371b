import { useWatch } from 'react-hook-form';
import { summaryFaults } from '#accounts/account-form.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { RecordRefusal, useRecordForm } from '#history/record-form.tsx';
import { call } from '#lib/api/api.ts';
import { changedBySomeoneElse, checkFields } from '#lib/api/sentences.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { BelowCostNote } from './below-cost.tsx';
import type { readPromo } from './contract.ts';
import styles from './promo-dialog.module.css';
import { PromoFields } from './promo-fields.tsx';
import { bodyOf, differencesOf, promoFields, type PromoOnPage, type PromoValues, typedPromo } from './promo-form.ts';
import { useBelowCost } from './use-below-cost.ts';
import { Uses } from './promo-uses.tsx';

interface PromoDialogProps {
  title: string;
  act: string;
  values: PromoValues;
  promo?: PromoOnPage;
  /** The id of the promo itself, or of the promo that is copied; undefined for a new promo. */
  productsOf?: string;
  fallback: string;
  /** `version` is the version that the user has seen, or the stored one if they overwrite somebody else's change. */
  send: (body: ReturnType<typeof bodyOf>, version: number | undefined) => Promise<void>;
  /** Converts a stored promo to the form's values. */
  toValues: (promo: PromoOnPage) => PromoValues;
  close: () => void;
}

export function PromoDialog(props: PromoDialogProps) {
  const { title, act, promo, productsOf, toValues, close } = props;
  const { form, refusal, conflict, submit } = useRecordForm(typedPromo, {
    values: props.values,
    version: promo?.version,
    fallback: props.fallback,
    readConflict: async (mine) => {
      const params = { id: promo?.id ?? '' };
      const stored = await call<typeof readPromo>('GET /v1/shopping-cart/promoCode/{id}', { params });
      return { version: stored.version, differences: differencesOf(toValues(stored), mine) };
    },
    send: (typed, version) => props.send(bodyOf(typed), version),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const values = useWatch({ control: form.control }) as PromoValues; // complete, because every field has an initial value
  const belowCost = useBelowCost(values, productsOf);
  return (
    <FormDialog
      title={title}
      about={promo?.code}
      head={<ErrorSummary title={checkFields} faults={summaryFaults(errors, promoFields)} attempt={submitCount} />}
      refusal={
        refusal && (
          <div className={styles.late}>
            <RecordRefusal {...{ refusal, conflict }} entity="promo" id={promo?.id} />
          </div>
        )
      }
      tone={refusal === changedBySomeoneElse ? 'warning' : 'danger'}
      isLate={conflict !== undefined}
      submitLabel={act}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <PromoFields form={form} note={<BelowCostNote found={belowCost} />} />
      {promo && (
        <p className={styles.uses}>
          Used by <Uses promo={promo} />
        </p>
      )}
      {promo && <HistoryPanel entity="promo" id={promo.id} version={promo.version} />}
    </FormDialog>
  );
}
