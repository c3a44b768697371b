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

/** Minimum length of a query; shorter ones get no suggestions, so the field need not send them. */
export const minQueryLength = 3;
