import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { isPaused, Problem } from '#lib/api/problem.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type FormMessage, usePlainForm, valuesOf } from '#ui/form/use-plain-form.ts';
import type { sendEnquiry } from './contract.ts';
import { sentences } from './sentences.ts';

/** The form's fields in order; a field's id is its name. */
export const enquiryNames = ['company', 'name', 'email', 'phone', 'mobile', 'message'] as const;
export type EnquiryName = (typeof enquiryNames)[number];
export type EnquiryValues = Record<EnquiryName, string>;

type Body = InputOf<typeof sendEnquiry>['body'];

export const emptyValues: EnquiryValues = { company: '', name: '', email: '', phone: '', mobile: '', message: '' };

/** What a page passes to the enquiry form. */
export interface EnquiryOnPage {
  values: EnquiryValues;
  /** The server's answer when the form was posted without script. */
  message?: FormMessage | undefined;
}

/** The schemas are loaded when the form is first used, which keeps the page small. */
const loadShape = () => import('./contract.ts').then(({ enquiryFields }) => enquiryFields);

/** What a refusal says: faults of fields, or a message. */
function messageOf(error: unknown): FormMessage {
  if (!(error instanceof Problem)) return { message: sentences.failed, faults: [] };
  const isSpecific = statusesWithOwnMessage.includes(error.status) || isPaused(error);
  return { message: isSpecific ? error.message : sentences.failed, faults: error.faults };
}

/** For no connection, too many requests and server errors, the error's own message is shown (specification, section 8). */
const statusesWithOwnMessage = [0, 429, 500];

export function useContactForm(serverMessage: FormMessage | undefined) {
  const finish = useFinish();
  const shownAt = useRef(0);
  const { props, ...state } = usePlainForm({
    names: enquiryNames,
    loadShape,
    serverMessage,
    messageOf,
    send: async (_, element) => {
      // The form has these fields, and one that only robots fill in; `elapsed` is how many milliseconds it was open.
      const body = { ...valuesOf(element), elapsed: performance.now() - shownAt.current } as unknown as Body;
      finish((await call<typeof sendEnquiry>('POST /v1/contact-us/send', { body })).message);
    },
  });
  const form = props.ref;
  useEffect(() => {
    // A visitor who typed before this effect ran has had the form since the page was loaded.
    const fields = [...(form.current?.querySelectorAll('input, textarea') ?? [])] as HTMLInputElement[]; // both element types have these properties
    const isTouched = serverMessage !== undefined || fields.some(({ value, defaultValue }) => value !== defaultValue);
    shownAt.current = isTouched ? 0 : performance.now();
  }, [form, serverMessage]);

  const viewer = useViewer();
  useEffect(() => {
    // A public page is the same for everybody; a page of the member's own has the details already.
    const element = form.current;
    if (!viewer || !element) return;
    import('./fill-member-details.ts').then((file) => file.fillMemberDetails(element, viewer)).catch(() => {}); // they can be typed
  }, [form, viewer]);

  return { ...state, form: props };
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
