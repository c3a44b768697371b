import { fullAddress } from '#addresses/full-address.ts';
import type { MailCompany } from '#platform/mail/mail-layout.ts';
import type { MailPictures, Sender } from '#platform/mail/send-mail.server.ts';
import { readBrand } from './brand.server.ts';
import { type IconDeps, readIconPng, readLogoPng } from './brand-icons.server.ts';
import { readReplacedColours } from './brand-stylesheet.server.ts';
import { readSettings, type SettingsDeps } from './settings.server.ts';

/** The logo is made twice as large as mails show it, for sharp screens. */
const density = 2;
const logoSize = { width: 240 * density, height: 56 * density };

/** The pictures that mails show, twice as large: the logo, and the icon of a company without one. */
export const mailPictures = (deps: IconDeps): MailPictures => ({
  icon: () => readIconPng(deps, 40 * density),
  logo: async () => (await readLogoPng(deps, logoSize))?.bytes,
});

/** The company as the sender of mails. */
export async function mailCompany(deps: IconDeps): Promise<MailCompany> {
  const [{ company }, { hours }, logo, colours] = await Promise.all([
    readSettings(deps),
    readBrand(deps),
    readLogoPng(deps, logoSize),
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
    ...(logo && { logoWidth: logo.width / density }),
  };
}

/** Who sends mails unless `MAIL_FROM` says so: the company, at an address of the site's host that nobody reads. */
export async function mailSender(deps: SettingsDeps): Promise<Sender> {
  const { company } = await readSettings(deps);
  return { name: company.name, address: `no-reply@${new URL(deps.env.publicUrl).hostname}` };
}
