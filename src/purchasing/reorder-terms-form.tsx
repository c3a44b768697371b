import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import type { Terms, updateTerms } from './reorder-contract.ts';
import styles from './purchasing.module.css';

const fields = [
  { name: 'leadDays', label: 'Lead time, days' },
  { name: 'coverDays', label: 'Cover, days' },
] as const;

/** -1 for an empty or invalid field, so that the server's validation message is shown. */
const asNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : -1);

export function ReorderTermsForm({ supplierId, terms }: { supplierId: string; terms: Terms }) {
  const [typed, setTyped] = useState({ leadDays: String(terms.leadDays), coverDays: String(terms.coverDays) });
  const [faults, setFaults] = useState<Problem['faults']>([]);
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const isChanged = fields.some(({ name }) => typed[name] !== String(terms[name]));
  const save = async (): Promise<void> => {
    setBusy(true);
    setFaults([]);
    try {
      const body = {
        leadDays: asNumber(typed.leadDays),
        coverDays: asNumber(typed.coverDays),
        version: terms.version,
      };
      await call<typeof updateTerms>('PUT /v1/purchasing/suppliers/{supplierId}/terms', {
        params: { supplierId },
        body,
      });
      await revalidate(); // before the message, because it recreates the form with the new version, without what is typed meanwhile
      notify({ text: 'Changes have been saved.' });
    } catch (error) {
      if (error instanceof Problem && error.faults.length > 0) setFaults(error.faults);
      else notifyProblem(errorMessageOf(error, 'Unable to save the changes.'));
      await revalidate();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {fields.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          className={styles.days}
          inputMode="numeric"
          autoComplete="off"
          isNumeric
          value={typed[name]}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          error={faults.find(({ path }) => path === name)?.message}
        />
      ))}
      {isChanged && (
        <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void save()}>
          Save and update suggestions
        </Button>
      )}
    </>
  );
}
