import type { IconDeps } from '#company/brand-icons.server.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import type { Actor } from '#platform/access/actor.server.ts';
import { noteEvent } from '#platform/db/system-events.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { paragraph, renderMail } from '#platform/mail/mail-layout.ts';
import { MailFault } from '#platform/mail/send-mail.server.ts';
import { openingSentences } from './contract.ts';

/** Sends a test e-mail to the actor, without the queue, so that the mail server's answer is known at once. */
export async function sendTestMail(
  deps: IconDeps & Pick<Deps, 'mail'>,
  { email }: Actor,
): Promise<{ isSent: boolean; message: string }> {
  const company = await mailCompany(deps);
  const page = renderMail({
    company,
    preheader: 'Your shop can send e-mails.',
    title: 'It works.',
    lead: 'Your shop can send e-mails.',
    parts: [
      paragraph(
        'If this e-mail is among the unwanted ones, ask the people who run your mail for SPF and DKIM records.',
      ),
    ],
    reason: `You are receiving this e-mail because somebody signed in with this address asked for it at ${company.name}.`,
  });
  try {
    await deps.mail.send({ to: email, subject: `Test e-mail from ${company.name}`, ...page });
  } catch (error) {
    if (!(error instanceof MailFault)) throw error;
    return { isSent: false, message: `${openingSentences.testFailed} ${error.reason}` };
  }
  if (deps.env.smtpUrl === undefined) return { isSent: false, message: openingSentences.written };
  await noteEvent(deps.db, 'test-mail', deps.clock.now());
  return { isSent: true, message: openingSentences.sent(email) };
}
