import type { AddressName } from './address-values.ts';

/** Autofill names of the parts (HTML, "Autofill field names"); the street number belongs to the street's line. */
const names: Record<AddressName, string> = {
  unitNumber: 'address-line2',
  streetNumber: 'off',
  streetName: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
};

/** The `autocomplete` attribute of a part: `billing postal-code`. */
export const autofillName = (part: AddressName, section?: string): string =>
  section === undefined || names[part] === 'off' ? names[part] : `${section} ${names[part]}`;
