import type { AddressName } from './address-values.ts';

/** As browsers name the parts (HTML, "Autofill field names"); a street's number stands on the line of its name. */
const names: Record<AddressName, string> = {
  unitNumber: 'address-line2',
  streetNumber: 'off',
  streetName: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
};

/** The `autocomplete` of a part: `billing postal-code`. */
export const autofillName = (part: AddressName, section?: string): string =>
  section === undefined || names[part] === 'off' ? names[part] : `${section} ${names[part]}`;
