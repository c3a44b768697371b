import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showFaults } from '#accounts/account-form.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { type Difference, Differences } from '#ui/overlay/differences.tsx';
import type { Entity } from './contract.ts';
import { LastChange } from './last-change.tsx';

/** Somebody else has saved first: the stored version and its differences from the input. */
interface Conflict {
  version: number;
  differences: Difference[];
}

interface RecordFormOptions<Values> {
  values: Values;
  /** The version that is edited; undefined for a new record. */
  version: number | undefined;
  /** The message if the server gives none. */
  fallback: string;
  /** Reads the record again, to compare it with the input. */
  readConflict: (mine: Values) => Promise<Conflict>;
  /** `version`: the one that is edited, or the latest one to overwrite somebody else's change. */
  send: (values: Values, version: number | undefined) => Promise<void>;
}

/** The form of a record that others may change meanwhile: then it shows both versions, and sending overwrites theirs. */
export function useRecordForm<Values extends FieldValues, Input>(
  shape: z.ZodType<Input, Values>,
  { values, version, fallback, readConflict, send }: RecordFormOptions<Values>,
) {
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(shape),
    defaultValues: values as DefaultValues<Values>, // all of them
    shouldFocusError: false, // the summary takes the focus
  });
  const refused = async (error: unknown): Promise<void> => {
    const why = errorMessageOf(error, fallback);
    if (error instanceof Problem && error.faults.length > 0) return showFaults(error.faults, form.setError);
    setRefusal(why);
    if (why !== changedBySomeoneElse || version === undefined) return;
    await readConflict(form.getValues()).then(setConflict, () => {}); // if reading fails, there is no comparison
  };
  const submit = form.handleSubmit(async () => {
    setRefusal(undefined);
    await send(form.getValues(), conflict?.version ?? version).catch(refused);
  });
  return { form, refusal, conflict, submit };
}

/** Why the form was refused; after somebody else's change also who made it, and both versions. */
export function RecordRefusal({
  refusal,
  conflict,
  entity,
  id,
}: {
  refusal: string;
  conflict: Conflict | undefined;
  entity: Entity;
  id: string | undefined;
}) {
  const isLate = refusal === changedBySomeoneElse && id !== undefined;
  return (
    <>
      <p>{refusal}</p>
      {isLate && <LastChange entity={entity} id={id} />}
      {isLate && conflict && conflict.differences.length > 0 && (
        <Differences differences={conflict.differences} theirs="Stored now" mine="With your changes" />
      )}
    </>
  );
}
