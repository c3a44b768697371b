import { type MailCompany, panel, paragraph, renderMail } from '#platform/mail/mail-layout.ts';

interface DeclinedMail {
  company: MailCompany;
  name: string;
  reason: string;
}

/** Says why an application for a trade account was declined. */
export function declinedMail({ company, name, reason }: DeclinedMail) {
  const lead = `We cannot open a trade account for ${name} at present.`;
  const page = renderMail({
    company,
    preheader: lead,
    title: 'Your application for a trade account',
    lead,
    parts: [
      panel('Why', [reason]),
      paragraph(
        'You can order by card at any time. If something has changed, reply to this e-mail and we will look again.',
      ),
    ],
    reason: `You are receiving this e-mail because you applied for a trade account at ${company.name}.`,
  });
  return { subject: `Your application for a trade account at ${company.name}`, replyTo: company.email, ...page };
}
