import type { readProfile } from '#accounts/contract.ts';
import { call } from '#lib/api/api.ts';
import type { Viewer } from '#lib/api/api-context.ts';
import { memberDetails } from './member-details.ts';

const names = ['company', 'name', 'email', 'phone'] as const;

/** Fills the empty fields of an enquiry form with the member's details, unless somebody has begun to fill it in. In the browser only. */
export async function fillMemberDetails(form: HTMLFormElement, viewer: Viewer): Promise<void> {
  const fields = names.map((name) => form.elements.namedItem(name) as HTMLInputElement); // the form has these inputs
  const isEmpty = () => fields.every(({ value }) => value === '');
  if (!isEmpty()) return;
  const input = { params: { userId: viewer.id } };
  const reading = call<typeof readProfile>('GET /v1/core/accounts/{userId}', input, { isQuiet: true });
  const details = memberDetails(viewer, await reading.catch(() => null));
  if (!isEmpty()) return;
  for (const field of fields) {
    field.value = details[field.name as (typeof names)[number]]; // found by these names
    field.dispatchEvent(new Event('input', { bubbles: true })); // formats the number
  }
}
