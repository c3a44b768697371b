import type { readProfile } from '#accounts/contract.ts';
import { call } from '#lib/api/api.ts';
import type { Viewer } from '#lib/api/api-context.ts';
import { memberDetails } from './member-details.ts';

/** Fills the empty fields of an enquiry form with the member's details, unless somebody has begun to fill it in. In the browser only. */
export async function fillMemberDetails(form: HTMLFormElement, viewer: Viewer): Promise<void> {
  const input = { params: { userId: viewer.id } };
  const profile = await call<typeof readProfile>('GET /v1/core/accounts/{userId}', input, { isQuiet: true }).catch(
    () => null,
  );
  const details = Object.entries(memberDetails(viewer, profile));
  const fields = details.map(([name, value]) => ({ field: form.elements.namedItem(name) as HTMLInputElement, value })); // the form has these inputs
  if (fields.some(({ field }) => field.value !== '')) return;
  for (const { field, value } of fields) {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true })); // formats the number
  }
}
