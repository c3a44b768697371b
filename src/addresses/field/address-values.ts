/** The parts in field order; a field's id is the prefix plus this name. */
export const addressNames = ['unitNumber', 'streetNumber', 'streetName', 'city', 'state', 'postcode'] as const;
export type AddressName = (typeof addressNames)[number];
export type AddressValues = Record<AddressName, string>;

export type AddressErrors = Partial<Record<AddressName, string | undefined>>;

export const addressLabels: Record<AddressName, string> = {
  unitNumber: 'Unit number',
  streetNumber: 'Street number',
  streetName: 'Street name',
  city: 'City',
  state: 'State',
  postcode: 'Post code',
};

/** Autofill names of the parts (HTML, "Autofill field names"); the street number belongs to the street's line. */
const autofillNames: Record<AddressName, string> = {
  unitNumber: 'address-line2',
  streetNumber: 'off',
  streetName: 'address-line1',
  city: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
};

/** The `autocomplete` attribute of a part: `billing postal-code`. */
export const autofillName = (part: AddressName, section?: string): string =>
  section === undefined || autofillNames[part] === 'off' ? autofillNames[part] : `${section} ${autofillNames[part]}`;

/** Minimum length of a query; shorter ones get no suggestions, so the field need not send them. */
export const minQueryLength = 3;
