/** The fields of the form, in their order; a field's id is its name. */
export const enquiryNames = ['company', 'name', 'email', 'phone', 'mobile', 'message'] as const;
export type EnquiryName = (typeof enquiryNames)[number];
export type EnquiryValues = Record<EnquiryName, string>;

export const nothingTyped: EnquiryValues = { company: '', name: '', email: '', phone: '', mobile: '', message: '' };
