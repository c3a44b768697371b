import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { showFaults, summaryFaults } from '#accounts/account-form.ts';
import { HistoryPanel } from '#history/history-panel.tsx';
import { LastChange } from '#history/last-change.tsx';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse, fieldsMissing } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { type Difference, Differences } from '#ui/overlay/differences.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { BelowCostNote } from './below-cost.tsx';
import type { PromoInput, readPromo } from './contract.ts';
import styles from './promo-dialog.module.css';
import { PromoFields } from './promo-fields.tsx';
import { bodyOf, differencesOf, promoFields, type PromoOnPage, type PromoValues, typedPromo } from './promo-form.ts';
import { useBelowCost } from './use-below-cost.ts';
import { Uses } from './uses.tsx';

interface PromoDialogProps {
  title: string;
  /** On the button. */
  act: string;
  values: PromoValues;
  /** The promo that is changed. */
  promo?: PromoOnPage;
  /** The promo whose products it has or copies. */
  productsOf?: string;
  /** The specified message for errors without a sentence of the server. */
  fallback: string;
  /** `version`: the version to change; the stored one if the user overwrites somebody else's change. */
  send: (body: ReturnType<typeof bodyOf>, version: number | undefined) => Promise<void>;
  /** A stored promo as fields. */
  toValues: (promo: PromoOnPage) => PromoValues;
  close: () => void;
}

/** A conflict: somebody else's stored values, compared with the typed ones. */
interface Late {
  version: number;
  differences: Difference[];
}

function usePromoForm({ values, promo, fallback, send, toValues }: PromoDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const [late, setLate] = useState<Late>();
  const form = useForm<PromoValues, unknown, PromoInput>({
    resolver: zodResolver(typedPromo),
    defaultValues: values,
    shouldFocusError: false, // the summary takes the focus
  });
  const readAgain = async (id: string): Promise<void> => {
    const stored = await call<typeof readPromo>('GET /v1/shopping-cart/promoCode/{id}', { params: { id } });
    const differences = differencesOf(toValues(stored), form.getValues());
    setLate({ version: stored.version, differences });
  };
  const refused = async (error: unknown): Promise<void> => {
    const why = errorMessageOf(error, fallback);
    if (error instanceof Problem && error.faults.length > 0) return showFaults(error.faults, form.setError);
    setRefusal(why);
    if (why === changedBySomeoneElse && promo) await readAgain(promo.id).catch(() => {}); // on failure the dialog shows no comparison
  };
  // The shape has validated the fields; the body has amounts in dollars.
  const submit = form.handleSubmit(async () => {
    setRefusal(undefined);
    await send(bodyOf(form.getValues()), late?.version ?? promo?.version).catch(refused);
  });
  return { form, refusal, late, submit };
}

/** A promo, new or known (specification of the shop, section 5, "Promo form"). */
export function PromoDialog(props: PromoDialogProps) {
  const { title, act, promo, productsOf, close } = props;
  const { form, refusal, late, submit } = usePromoForm(props);
  const { errors, isSubmitting, submitCount } = form.formState;
  const values = useWatch({ control: form.control }) as PromoValues; // every field has its first value
  const belowCost = useBelowCost(values, productsOf);
  const isLate = late !== undefined;
  return (
    <Dialog isOpen title={title} about={promo?.code} onClose={close}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <ErrorSummary title={fieldsMissing} faults={summaryFaults(errors, promoFields)} attempt={submitCount} />
          {refusal && (
            <Note tone={refusal === changedBySomeoneElse ? 'warning' : 'danger'} isLive>
              <div className={styles.late}>
                <p>{refusal}</p>
                {refusal === changedBySomeoneElse && promo && <LastChange entity="promo" id={promo.id} />}
                {refusal === changedBySomeoneElse && late && late.differences.length > 0 && (
                  <Differences differences={late.differences} theirs="Stored now" mine="With your changes" />
                )}
              </div>
            </Note>
          )}
          <PromoFields form={form} note={<BelowCostNote found={belowCost} />} />
          {promo && (
            <p className={styles.uses}>
              Used by <Uses promo={promo} />
            </p>
          )}
          {promo && <HistoryPanel entity="promo" id={promo.id} version={promo.version} />}
        </DialogBody>
        <DialogFoot>
          <Button look="quiet" size="small" onClick={close}>
            {isLate ? 'Keep theirs' : 'Cancel'}
          </Button>
          <Button type="submit" size="small" isBusy={isSubmitting}>
            {isLate ? 'Save mine' : act}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
