import { data, redirect, type RouterContextProvider } from 'react-router';
import { readProfile } from '#accounts/contract.ts';
import { api, viewer } from '#lib/api/api-context.ts';
import { isPaused, Problem } from '#lib/api/problem.ts';
import { sendEnquiry } from './contract.ts';
import { maxNameLength, sentences } from './sentences.ts';
import { emptyValues, enquiryNames, type EnquiryValues } from './use-contact-form.ts';

type Context = Readonly<RouterContextProvider>;

/** The details of a signed-in member, with which the form for enquiries begins; empty for others. */
export async function knownValues(context: Context): Promise<EnquiryValues> {
  const member = viewer(context);
  if (!member) return emptyValues;
  const profile = await api(context)(readProfile, { params: { userId: member.id } }).catch(() => null);
  const whole = `${member.firstName} ${member.lastName}`.trim();
  const name = whole.length <= maxNameLength ? whole : member.lastName;
  const known = { company: profile?.companyName ?? '', name, email: member.email, phone: profile?.mobile ?? '' };
  return { ...emptyValues, ...known };
}

/** Sends the enquiry of a visitor whose browser runs no script. Returns what was typed with what is wrong, or leads to the page of success. */
export async function postEnquiry(context: Context, request: Request) {
  const form = await request.formData();
  const values = Object.fromEntries(
    enquiryNames.map((name) => [name, String(form.get(name) ?? '')]),
  ) as unknown as EnquiryValues; // has all fields
  try {
    await api(context)(sendEnquiry, { body: { ...values, website: String(form.get('website') ?? '') } });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, faults, message } = error;
    const isSpecific = status === 500 || status === 429 || isPaused(error);
    return data({ values, message: { faults, message: isSpecific ? message : sentences.failed } }, status);
  }
  return redirect('/contact-us/success/');
}
