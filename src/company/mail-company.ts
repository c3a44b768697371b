import { fullAddress } from '#addresses/full-address.ts';
import type { MailCompany } from '#platform/mail/mail-layout.ts';
import type { Settings } from './contract.ts';

/** The company as the sender of mails; `url` is the site's address without a trailing slash. */
export const mailCompany = ({ company }: Pick<Settings, 'company'>, url: string): MailCompany => ({
  name: company.name,
  url,
  email: company.email,
  phone: company.officePhone,
  address: fullAddress(company.address),
});
