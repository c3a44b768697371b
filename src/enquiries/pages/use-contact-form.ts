import { type FormEvent, type FormEventHandler, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { notify } from '#ui/feedback/notify.tsx';
import type { sendEnquiry } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { type EnquiryName, enquiryNames } from './contact-values.ts';

export interface Told {
  faults: Fault[];
  message: string;
}

type Errors = Partial<Record<EnquiryName, string>>;

/** The shapes come with the first touch of the form, so that the page itself stays light. */
const shapes = () => import('../contract.ts');

const asErrors = (faults: readonly { path: string; message: string }[]): Errors =>
  Object.fromEntries(faults.map(({ path, message }) => [path, message]));

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

async function check(form: HTMLFormElement): Promise<Errors> {
  const { enquiryFields } = await shapes();
  const checked = enquiryFields.safeParse(valuesOf(form));
  const faults = checked.error?.issues ?? [];
  return asErrors(faults.map(({ path, message }) => ({ path: String(path[0]), message })).reverse()); // a field's first stays
}

type Outcome = { sent: string } | { errors: Errors } | { refusal: string };

/** Sends what the form holds; `elapsed` is how many milliseconds it was open. */
async function deliver(form: HTMLFormElement, elapsed: number): Promise<Outcome> {
  // Where the shapes can't be had (no network, an older page), the server finds the faults.
  const errors = await check(form).catch((): Errors => ({}));
  if (enquiryNames.some((name) => errors[name])) return { errors };
  try {
    const body = { ...valuesOf(form), elapsed } as InputOf<typeof sendEnquiry>['body']; // it has these fields
    return { sent: (await call<typeof sendEnquiry>('POST /v1/contact-us/send', { body })).message };
  } catch (error) {
    if (!(error instanceof Problem)) return { refusal: sentences.failed };
    if (error.faults.length > 0) return { errors: asErrors(error.faults) };
    return { refusal: toldAsItIs.includes(error.status) ? error.message : sentences.failed };
  }
}

/** No connection, too many, and a failure of the server, which says so itself (specification, section 8). */
const toldAsItIs = [0, 429, 500];

export function useContactForm(told: Told | undefined) {
  const [errors, setErrors] = useState<Errors>(() => asErrors(told?.faults ?? []));
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState(told?.faults.length ? undefined : told?.message);
  const [isSending, setSending] = useState(false);
  const leave = useSent();
  const form = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  useEffect(() => {
    // Who typed before this ran has seen the form since the page came.
    const fields = [...(form.current?.querySelectorAll('input, textarea') ?? [])] as HTMLInputElement[]; // both tell values
    const isTouched = told !== undefined || fields.some(({ value, defaultValue }) => value !== defaultValue);
    shownAt.current = isTouched ? 0 : performance.now();
  }, [told]);

  const send = async (form: HTMLFormElement): Promise<void> => {
    setSending(true);
    setRefusal(undefined);
    const outcome = await deliver(form, performance.now() - shownAt.current).finally(() => setSending(false));
    if ('sent' in outcome) return leave(outcome.sent);
    if ('refusal' in outcome) return setRefusal(outcome.refusal);
    setErrors(outcome.errors);
    setAttempt((count) => count + 1);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isSending) void send(event.currentTarget);
  };
  /** Once something was wrong, what is mended is said to be right at once. */
  const onInput: FormEventHandler<HTMLFormElement> = ({ currentTarget }) => {
    const checked = check(currentTarget);
    const isChecked = attempt > 0 || told !== undefined;
    checked.then(isChecked ? setErrors : undefined).catch(() => {}); // then the server says what is wrong
  };
  return { form, errors, attempt, refusal, isSending, onSubmit, onInput };
}

/** What follows a sent enquiry. */
function useSent(): (message: string) => void {
  const navigate = useNavigate();
  const conversionId = usePublicSettings()?.adConversionId;
  return (message) => {
    notify({ text: message });
    if (conversionId) void import('../conversion.ts').then(({ countConversion }) => countConversion(conversionId));
    void navigate('/contact-us/success/');
  };
}
