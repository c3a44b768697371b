import type { Profile } from '#accounts/contract.ts';
import type { Viewer } from '#lib/api/api-context.ts';
import { maxNameLength } from './sentences.ts';

/** A member's details for the enquiry form; those of the profile are blank if it could not be read. */
export function memberDetails(
  { firstName, lastName, email }: Viewer,
  profile: Pick<Profile, 'companyName' | 'mobile'> | null,
) {
  const whole = `${firstName} ${lastName}`.trim();
  const name = whole.length <= maxNameLength ? whole : lastName;
  return { company: profile?.companyName ?? '', name, email, phone: profile?.mobile ?? '' };
}
