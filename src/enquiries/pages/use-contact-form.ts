import { type FormEvent, type FormEventHandler, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#lib/api.ts';
import { type Fault, Problem } from '#lib/problem.ts';
import { usePublicSettings } from '#settings/use-settings.ts';
import { notify } from '#ui/notify.tsx';
import type { sendEnquiry } from '../contract.ts';
import { countConversion } from '../conversion.ts';
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

export function useContactForm(told: Told | undefined) {
  const navigate = useNavigate();
  const settings = usePublicSettings();
  const [errors, setErrors] = useState<Errors>(() => asErrors(told?.faults ?? []));
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState(told?.faults.length ? undefined : told?.message);
  const [isSending, setSending] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);

  const fail = (found: Errors): void => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const found = await check(form);
    if (enquiryNames.some((name) => found[name])) return fail(found);
    const { enquiry } = await shapes();
    const body = { ...enquiry.parse(valuesOf(form)), elapsed: performance.now() - shownAt.current };
    try {
      const { message } = await call<typeof sendEnquiry>('POST /v1/contact-us/send', { body });
      notify({ text: message });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.faults.length > 0) return fail(asErrors(error.faults));
      return setRefusal([0, 429, 500].includes(error.status) ? error.message : sentences.failed);
    }
    if (settings?.adConversionId) countConversion(settings.adConversionId);
    await navigate('/contact-us/success/');
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setRefusal(undefined);
    await send(event.currentTarget).finally(() => setSending(false));
  };

  /** Once something was wrong, what is mended is said to be right at once. */
  const onInput: FormEventHandler<HTMLFormElement> = ({ currentTarget }) => {
    const checked = check(currentTarget);
    if (attempt > 0 || told) void checked.then(setErrors);
  };

  return {
    errors,
    attempt,
    refusal,
    isSending,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
    onInput,
  };
}
