import { fullAddress } from '#addresses/full-address.ts';
import type { MailCompany } from '#platform/mail/mail-layout.ts';
import type { Sender } from '#platform/mail/send-mail.server.ts';
import { readBrand } from './brand.server.ts';
import { readReplacedColours } from './brand-stylesheet.server.ts';
import { readSettings, type SettingsDeps } from './settings.server.ts';

/** The company as the sender of mails. */
export async function mailCompany(deps: SettingsDeps): Promise<MailCompany> {
  const [{ company }, { hours }, colours] = await Promise.all([
    readSettings(deps),
    readBrand(deps),
    readReplacedColours(deps),
  ]);
  return {
    name: company.name,
    url: deps.env.publicUrl,
    email: company.email,
    phone: company.officePhone,
    address: fullAddress(company.address),
    hours,
    colours,
  };
}

/** Who sends mails unless `MAIL_FROM` says so: the company, at an address of the site's host that nobody reads. */
export async function mailSender(deps: SettingsDeps): Promise<Sender> {
  const { company } = await readSettings(deps);
  return { name: company.name, address: `no-reply@${new URL(deps.env.publicUrl).hostname}` };
}
