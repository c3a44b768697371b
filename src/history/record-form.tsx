import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { showFaults } from '#accounts/account-form.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { type Difference, Differences } from '#ui/overlay/field-differences.tsx';
import type { Entity } from './contract.ts';
import { LastChange } from './last-change.tsx';

interface ServerFormOptions<Values extends FieldValues, Input> {
  values: DefaultValues<Values>;
  /** The message if the server gives none. */
  fallback: string;
  send: (input: Input, form: UseFormReturn<Values, unknown, Input>) => Promise<void>;
  /** Called instead of showing the refusal when somebody else has saved first. */
  onConflict?: () => Promise<unknown>;
}

/** A form that is validated against the contract's shape; the server's faults are shown in its fields. */
export function useServerForm<Values extends FieldValues, Input>(
  shape: z.ZodType<Input, Values>,
  { values, fallback, send, onConflict }: ServerFormOptions<Values, Input>,
) {
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<Values, unknown, Input>({
    resolver: zodResolver(shape),
    defaultValues: values,
    shouldFocusError: false, // the summary takes the focus
  });
  const refused = async (error: unknown): Promise<void> => {
    const why = errorMessageOf(error, fallback);
    if (error instanceof Problem && error.faults.length > 0) return showFaults(error.faults, form.setError);
    if (why === changedBySomeoneElse && onConflict) await onConflict();
    else setRefusal(why);
  };
  const submit = form.handleSubmit(async (input) => {
    setRefusal(undefined);
    await send(input, form).catch(refused);
  });
  return { form, refusal, setRefusal, submit };
}

/** The version that somebody else has saved first, and its differences from the input. */
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
  /** `version` is the edited one, or the latest one if somebody else's change is overwritten. */
  send: (values: Values, version: number | undefined) => Promise<void>;
}

/** The form of a record. If somebody else has saved it first, both versions are shown, and saving again overwrites theirs. */
export function useRecordForm<Values extends FieldValues, Input>(
  shape: z.ZodType<Input, Values>,
  { values, version, fallback, readConflict, send }: RecordFormOptions<Values>,
) {
  const [conflict, setConflict] = useState<Conflict>();
  const showConflict = async (): Promise<void> => {
    setRefusal(changedBySomeoneElse);
    if (version === undefined) return;
    await readConflict(form.getValues()).then(setConflict, () => {}); // if the other version cannot be read, nothing is compared
  };
  const { form, refusal, setRefusal, submit } = useServerForm(shape, {
    values: values as DefaultValues<Values>, // it has all values
    fallback,
    send: (_, { getValues }) => send(getValues(), conflict?.version ?? version),
    onConflict: showConflict,
  });
  return { form, refusal, conflict, submit };
}

/** Says why the form was refused. After somebody else's change, it also says who made it, and shows the differences. */
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
  const isConflict = refusal === changedBySomeoneElse && id !== undefined;
  return (
    <>
      <p>{refusal}</p>
      {isConflict && <LastChange entity={entity} id={id} />}
      {isConflict && conflict && conflict.differences.length > 0 && (
        <Differences differences={conflict.differences} theirs="Stored now" mine="With your changes" />
      )}
    </>
  );
}
