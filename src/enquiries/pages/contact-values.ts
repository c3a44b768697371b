/** The form's fields in order; a field's id is its name. */
export const enquiryNames = ['company', 'name', 'email', 'phone', 'mobile', 'message'] as const;
export type EnquiryName = (typeof enquiryNames)[number];
export type EnquiryValues = Record<EnquiryName, string>;

export const emptyValues: EnquiryValues = { company: '', name: '', email: '', phone: '', mobile: '', message: '' };
