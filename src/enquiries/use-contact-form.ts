import { type FormEvent, type FormEventHandler, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { type Fault, isPaused, Problem } from '#lib/api/problem.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { notify } from '#ui/feedback/notify.tsx';
import type { sendEnquiry } from './contract.ts';
import { sentences } from './sentences.ts';

/** The form's fields in order; a field's id is its name. */
export const enquiryNames = ['company', 'name', 'email', 'phone', 'mobile', 'message'] as const;
export type EnquiryName = (typeof enquiryNames)[number];
export type EnquiryValues = Record<EnquiryName, string>;

export const emptyValues: EnquiryValues = { company: '', name: '', email: '', phone: '', mobile: '', message: '' };

export interface ServerMessage {
  faults: Fault[];
  message: string;
}

/** What a page passes to the enquiry form. */
export interface EnquiryOnPage {
  values: EnquiryValues;
  /** The server's answer when the form was posted without script. */
  message?: ServerMessage | undefined;
}

type Errors = Partial<Record<EnquiryName, string>>;

/** The schemas are loaded when the form is first used, which keeps the page small. */
const loadSchemas = () => import('./contract.ts');

const errorsOf = (faults: readonly { path: string; message: string }[]): Errors =>
  Object.fromEntries(faults.map(({ path, message }) => [path, message]));

const valuesOf = (form: HTMLFormElement): Record<string, string> =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

async function check(form: HTMLFormElement): Promise<Errors> {
  const { enquiryFields } = await loadSchemas();
  const checked = enquiryFields.safeParse(valuesOf(form));
  const faults = checked.error?.issues ?? [];
  return errorsOf(faults.map(({ path, message }) => ({ path: String(path[0]), message })).reverse()); // reversed, so that a field shows its first fault
}

type Outcome = { sent: string } | { errors: Errors } | { refusal: string };

/** Validates and sends the form; `elapsed` is how many milliseconds it was open. */
async function sendForm(form: HTMLFormElement, elapsed: number): Promise<Outcome> {
  // If the schemas can't be loaded (no connection, or an outdated page), only the server validates.
  const errors = await check(form).catch((): Errors => ({}));
  if (enquiryNames.some((name) => errors[name])) return { errors };
  try {
    const body = { ...valuesOf(form), elapsed } as InputOf<typeof sendEnquiry>['body']; // the form has these fields
    return { sent: (await call<typeof sendEnquiry>('POST /v1/contact-us/send', { body })).message };
  } catch (error) {
    if (!(error instanceof Problem)) return { refusal: sentences.failed };
    if (error.faults.length > 0) return { errors: errorsOf(error.faults) };
    const isSpecific = statusesWithOwnMessage.includes(error.status) || isPaused(error);
    return { refusal: isSpecific ? error.message : sentences.failed };
  }
}

/** For no connection, too many requests and server errors, the error's own message is shown (specification, section 8). */
const statusesWithOwnMessage = [0, 429, 500];

export function useContactForm(serverMessage: ServerMessage | undefined) {
  const [errors, setErrors] = useState<Errors>(() => errorsOf(serverMessage?.faults ?? []));
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState(serverMessage?.faults.length ? undefined : serverMessage?.message);
  const [isSending, setSending] = useState(false);
  const finish = useFinish();
  const form = useRef<HTMLFormElement>(null);
  const shownAt = useRef(0);
  useEffect(() => {
    // A visitor who typed before this effect ran has had the form since the page was loaded.
    const fields = [...(form.current?.querySelectorAll('input, textarea') ?? [])] as HTMLInputElement[]; // both element types have these properties
    const isTouched = serverMessage !== undefined || fields.some(({ value, defaultValue }) => value !== defaultValue);
    shownAt.current = isTouched ? 0 : performance.now();
  }, [serverMessage]);

  const viewer = useViewer();
  useEffect(() => {
    // A public page is the same for everybody; a page of the member's own has the details already.
    const element = form.current;
    if (!viewer || !element) return;
    import('./fill-member-details.ts').then((file) => file.fillMemberDetails(element, viewer)).catch(() => {}); // they can be typed
  }, [viewer]);

  const send = async (form: HTMLFormElement): Promise<void> => {
    setSending(true);
    setRefusal(undefined);
    const outcome = await sendForm(form, performance.now() - shownAt.current).finally(() => setSending(false));
    if ('sent' in outcome) return finish(outcome.sent);
    if ('refusal' in outcome) return setRefusal(outcome.refusal);
    setErrors(outcome.errors);
    setAttempt((count) => count + 1);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isSending) void send(event.currentTarget);
  };
  /** After a failed attempt, fields are validated while the visitor types. */
  const onInput: FormEventHandler<HTMLFormElement> = ({ currentTarget }) => {
    const checked = check(currentTarget);
    const isChecked = attempt > 0 || serverMessage !== undefined;
    checked.then(isChecked ? setErrors : undefined).catch(() => {}); // without the schemas, the server validates
  };
  return { form, errors, attempt, refusal, isSending, onSubmit, onInput };
}

/** Shows the message, counts the conversion and opens the thank-you page. */
function useFinish(): (message: string) => void {
  const navigate = useNavigate();
  const conversionId = usePublicSettings()?.adConversionId;
  return (message) => {
    notify({ text: message });
    if (conversionId) void import('./ad-conversion.ts').then(({ countConversion }) => countConversion(conversionId));
    void navigate('/contact-us/success/');
  };
}
