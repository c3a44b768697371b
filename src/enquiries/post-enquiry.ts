import { data, redirect, type RouterContextProvider } from 'react-router';
import { readProfile } from '#accounts/contract.ts';
import { api, viewer } from '#lib/api/api-context.ts';
import { isPaused, Problem } from '#lib/api/problem.ts';
import { sendEnquiry } from './contract.ts';
import { memberDetails } from './member-details.ts';
import { sentences } from './sentences.ts';
import { emptyValues, enquiryNames, type EnquiryValues } from './use-contact-form.ts';

type Context = Readonly<RouterContextProvider>;

/** The signed-in member's details, with which the enquiry form is prefilled; blank for guests. */
export async function knownValues(context: Context): Promise<EnquiryValues> {
  const member = viewer(context);
  if (!member) return emptyValues;
  const profile = await api(context)(readProfile, { params: { userId: member.id } }).catch(() => null);
  return { ...emptyValues, ...memberDetails(member, profile) };
}

/** Sends an enquiry that was posted without script. Returns the entered values with their faults, or redirects to the thank-you page. */
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
