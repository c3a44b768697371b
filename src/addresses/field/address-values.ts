/** The parts in the order of their fields; a field's id is the prefix and its name. */
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

/** Fewer characters than this suggest nothing; the field need not ask. */
export const shortestAsked = 3;
