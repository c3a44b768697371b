import { type FormEvent, type FormEventHandler, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Fault } from '#lib/api/problem.ts';

/** What the server says of a form: a message for the whole form, and faults of single fields. */
export interface FormMessage {
  message: string;
  faults: Fault[];
}

interface Options<Name extends string, Out> {
  /** The fields' names, which are also their ids, in the page's order. */
  names: readonly Name[];
  /** Loads the shape that validates the values. It is called when the form is first used, which keeps the page small. */
  loadShape: () => Promise<z.ZodType<Out>>;
  /** The server's answer when the form was posted without script. */
  serverMessage: FormMessage | undefined;
  /** Sends the values as the shape has decoded them. It may leave the page by never resolving, so that the form stays busy. */
  send: (values: Out, form: HTMLFormElement) => Promise<unknown>;
  /** What a refusal by the server says; rethrows what is none. */
  messageOf: (error: unknown) => FormMessage;
  /** Called after the server has refused the form for a reason that concerns no single field. */
  onRefused?: ((form: HTMLFormElement) => void) | undefined;
}

type Errors<Name extends string> = Partial<Record<Name, string>>;

/** A field's first fault wins. */
const errorsOf = <Name extends string>(faults: readonly { path: unknown; message: string }[]): Errors<Name> =>
  Object.fromEntries(faults.map(({ path, message }) => [path, message]).reverse()) as Errors<Name>; // other names are ignored

/** The values of a form as they stand on the page; of a checkbox, whether it is ticked. */
export function valuesOf(form: HTMLFormElement): Record<string, string | boolean> {
  const values: Record<string, string | boolean> = {};
  for (const [name, value] of new FormData(form)) values[name] = String(value);
  for (const box of form.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) values[box.name] = box.checked;
  return values;
}

/**
 * A form of plain controls, whose values are read from the page when they are needed: what was typed before hydration counts like
 * anything else. After a failed attempt, each field is validated while the user types. If the shape can't be loaded (no connection, or an
 * outdated page), only the server validates.
 */
export function usePlainForm<Name extends string, Out>(options: Options<Name, Out>) {
  const { names, loadShape, serverMessage, send, messageOf, onRefused } = options;
  const [errors, setErrors] = useState(() => errorsOf<Name>(serverMessage?.faults ?? []));
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState(serverMessage?.faults.length ? undefined : serverMessage?.message);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const check = async (element: HTMLFormElement): Promise<{ errors: Errors<Name>; values: Out }> => {
    const shape = await loadShape().catch(() => undefined);
    const values = valuesOf(element);
    const checked = shape?.safeParse(values);
    if (checked?.success) return { errors: {}, values: checked.data };
    const faults = checked?.error.issues.map(({ path, message }) => ({ path: path[0], message })) ?? [];
    return { errors: errorsOf<Name>(faults), values: values as Out }; // the server validates what could not be checked here
  };
  const fail = (found: Errors<Name>): void => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };
  const submit = async (element: HTMLFormElement): Promise<void> => {
    const checked = await check(element);
    if (names.some((name) => checked.errors[name])) return fail(checked.errors);
    setErrors({});
    setRefusal(undefined);
    try {
      await send(checked.values, element);
    } catch (error) {
      const { message, faults } = messageOf(error);
      if (faults.length > 0) return fail(errorsOf(faults));
      setRefusal(message);
      onRefused?.(element);
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    void submit(event.currentTarget).finally(() => setSending(false));
  };
  const prepare = (): void => void loadShape().catch(() => {}); // requested again when it is needed
  const onInput: FormEventHandler<HTMLFormElement> = ({ currentTarget, target }) => {
    if (attempt === 0 && serverMessage === undefined) return prepare();
    const { name } = target as HTMLInputElement; // only controls send this event
    void check(currentTarget).then((found) =>
      setErrors((former) => ({ ...former, [name]: found.errors[name as Name] })),
    );
  };
  return { errors, attempt, refusal, isSending, props: { ref: form, onSubmit, onInput, onFocus: prepare } };
}
