import type { z } from 'zod';
import type { FieldFault } from '#ui/form/field-fault.ts';
import { type FormMessage, usePlainForm } from '#ui/form/use-plain-form.ts';
import { formMessageOf, labelledFault } from '../account-form.ts';

interface Options<Name extends string, Out> {
  /** Loads the contract's shape, which validates the form. */
  loadShape: () => Promise<z.ZodType<Out>>;
  /** The fields' names, which are also their ids, in the page's order. */
  fields: readonly Name[];
  /** What the fields show at first. */
  values: Partial<Record<Name, string>>;
  /** The server's answer when the form was posted without script. */
  serverMessage: FormMessage | undefined;
  /** Shown if the server has no more specific message. */
  fallback: string;
  send: (body: Out) => Promise<unknown>;
  /** Called after the server has refused the form for a reason that concerns no single field. */
  onRefused?: (form: HTMLFormElement) => void;
}

export interface FieldAttributes {
  id: string;
  name: string;
  required: true;
  error: string | undefined;
  /** Rendered in the HTML as well, for users without script. */
  defaultValue: string | undefined;
}

/** A form on the sign-in pages. The contract's shape validates it, and it shows the faults that the server reports. */
export function useAccountForm<Name extends string, Out>(options: Options<Name, Out>) {
  const { loadShape, fields, values, serverMessage, fallback, send, onRefused } = options;
  const { errors, attempt, refusal, isSending, props } = usePlainForm({
    names: fields,
    loadShape,
    serverMessage,
    send,
    messageOf: (error) => formMessageOf(error, fallback),
    onRefused,
  });
  const faults: FieldFault[] = fields.flatMap((id) => labelledFault(id, errors[id]));
  const field = (name: Name): FieldAttributes => ({
    id: name,
    name,
    required: true,
    error: faults.find(({ id }) => id === name)?.message,
    defaultValue: values[name],
  });
  return { field, faults, refusal, isSubmitting: isSending, attempt, form: props };
}
