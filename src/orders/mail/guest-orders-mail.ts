import { button, renderMail, type MailCompany, panel, paragraph } from '#platform/mail/mail-layout.ts';
import { formatInstant } from '#lib/day.ts';
import type { WrittenMail } from './order-mail.ts';

interface GuestOrdersMail {
  company: MailCompany;
  url: string;
  expiresAt: Date;
}

/** Offers to add guest orders to an account. The mail contains no name, because a stranger may have registered the address. */
export function guestOrdersMail({ company, url, expiresAt }: GuestOrdersMail): WrittenMail {
  const lead = 'There are guest orders with this e-mail address. You can add them to your account.';
  const page = renderMail({
    company,
    preheader: lead,
    title: 'Add your earlier orders to your account',
    lead,
    parts: [
      button('See the orders', url),
      paragraph(`The link works until ${formatInstant(expiresAt)} (Sydney time). You need to sign in to use it.`),
      panel('No account with us?', [
        'Then somebody else has registered with your e-mail address. Do not open the link: your orders will not be added to that account. Reply to this e-mail and we will look into it.',
      ]),
    ],
    reason: `You are receiving this e-mail because orders were placed with this address at ${company.name}.`,
  });
  return { subject: `Add your earlier orders to your ${company.name} account`, replyTo: company.email, ...page };
}
