import type { Api } from '#lib/api/api.ts';
import { getFormByUrl } from './contract.ts';
import { contactPath } from './definition/public-forms.ts';

export interface QuoteLink {
  to: string;
  label: string;
}

/** A link to the quote form, or to the contact page if that form does not exist or is closed. */
export async function quoteLink(call: Api): Promise<QuoteLink> {
  const isOpen = await call(getFormByUrl, { params: { form: 'free-quote' } }).then(
    ({ isClosed }) => !isClosed,
    () => false,
  );
  return isOpen ? { to: '/forms/free-quote/', label: 'Get a free quote' } : { to: contactPath, label: 'Contact us' };
}
