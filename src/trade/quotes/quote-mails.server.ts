import { sql } from 'kysely';
import { mailCompany } from '#company/mail-company.server.ts';
import { readSettings } from '#company/settings.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { type MailKind, mailKind } from '#platform/mail/mail-queue.server.ts';
import type { OutgoingMail } from '#platform/mail/send-mail.server.ts';
import { ordersFor, readSiteAccess } from '../accounts/site-access.server.ts';
import { acceptedMail, acceptedStaffMail } from '../limits/confirmed-mails.server.ts';
import { acceptedText, type MailedQuote, requestText, sentText, wordsText } from './quote-mail-texts.ts';
import { quoteFileName, quotePdf } from './quote-pdf.server.ts';
import { readStored } from './read-quotes.server.ts';

const about = { area: 'orders', subjectOf: () => null } as const;
type OfQuote = { quoteId: string };
/** `place` is the address's index in the settings, so that a corrected address is used. */
type ToStaff = OfQuote & { place: number };

/** Tells the company of a request. */
export const requestMail = mailKind<ToStaff>('quote-request', about);
/** Sends a quote to its contact. */
export const sentMail = mailKind<OfQuote>('quote-sent', about);
/** Pass messages and refusals on to the other side. */
export const contactMail = mailKind<OfQuote & { messageId: string }>('quote-message', about);
export const staffMail = mailKind<ToStaff & { messageId: string }>('quote-message-staff', about);

/** Where mails about quotes go: the addresses for orders, or else the company's own. */
export async function staffAddresses(deps: Parameters<typeof readSettings>[0]): Promise<string[]> {
  const { notifications, company } = await readSettings(deps);
  return notifications.orders.length > 0 ? notifications.orders : [company.email];
}

interface Act {
  by: string;
  memberId: string | null;
  staffEmail: string | null;
  kind: string;
  text: string;
}

/** Registers the mails about quotes; to be called before the queue starts. */
export function startQuoteMails(deps: Deps): void {
  const { mails } = deps;
  const work = <Data extends OfQuote>(kind: MailKind<Data>, write: (data: Data) => Promise<OutgoingMail | undefined>) =>
    mails.work(kind, write);
  work(requestMail, async ({ quoteId, place }) => {
    const to = (await staffAddresses(deps))[place];
    if (to === undefined) return undefined;
    const { words } = await readAct(deps, quoteId, sql`t.kind = 'requested'`);
    return { to, ...requestText(await mailOf(deps, quoteId, 'staff'), words) };
  });
  const toContact = <Data extends OfQuote>(
    kind: MailKind<Data>,
    write: (data: Data) => Promise<OutgoingMail | undefined>,
  ) => work(kind, async (data) => ((await isStillContact(deps, data.quoteId)) ? write(data) : undefined));
  toContact(sentMail, ({ quoteId }) => writeSent(deps, quoteId));
  toContact(acceptedMail, async ({ quoteId }) => {
    const { act, words } = await readAct(deps, quoteId, sql`t.kind = 'ordered'`);
    const mail = await mailOf(deps, quoteId, 'contact');
    if (act === undefined || act.memberId === mail.memberId) return undefined; // has the order's confirmation
    return { to: mail.quote.contactEmail, ...acceptedText(mail, { by: words.by, to: 'contact' }) };
  });
  work(acceptedStaffMail, async ({ quoteId }) => {
    const sent = await readAct(deps, quoteId, sql`t.kind = 'sent'`);
    const { act, words } = await readAct(deps, quoteId, sql`t.kind = 'ordered'`);
    const to = sent.act?.staffEmail ?? null;
    if (to === null || act === undefined || act.staffEmail === to) return undefined;
    return { to, ...acceptedText(await mailOf(deps, quoteId, 'staff'), { by: words.by, to: 'staff' }) };
  });
  toContact(contactMail, async ({ quoteId, messageId }) => {
    const { act, words } = await readAct(deps, quoteId, sql`t.id = ${messageId}`);
    const mail = await mailOf(deps, quoteId, 'contact');
    const isDeclined = act?.kind === 'declined';
    return { to: mail.quote.contactEmail, ...wordsText(mail, { ...words, isDeclined, to: 'contact' }) };
  });
  work(staffMail, async ({ quoteId, messageId, place }) => {
    const to = (await staffAddresses(deps))[place];
    if (to === undefined) return undefined;
    const { act, words } = await readAct(deps, quoteId, sql`t.id = ${messageId}`);
    const isDeclined = act?.kind === 'declined';
    return { to, ...wordsText(await mailOf(deps, quoteId, 'staff'), { ...words, isDeclined, to: 'staff' }) };
  });
}

/** The quote with its PDF; undefined if it can no longer be accepted. */
async function writeSent(deps: Deps, quoteId: string): Promise<OutgoingMail | undefined> {
  const stored = await readStored(deps, quoteId);
  if (stored.state !== 'sent') return undefined;
  const content = await quotePdf(stored, deps);
  const [mail, access] = [await mailOf(deps, quoteId, 'contact'), await readSiteAccess(deps.db, stored)];
  const attachments = [{ filename: quoteFileName(stored), content, contentType: 'application/pdf' }];
  return {
    to: stored.contactEmail,
    ...sentText(mail, access?.permissions.includes('AcceptQuotes') === true),
    attachments,
  };
}

/** Whether the contact still orders for the site; nobody else gets the mail. */
const isStillContact = async ({ db, clock }: Deps, quoteId: string): Promise<boolean> =>
  ordersFor(db, await readStored({ db, clock }, quoteId));

async function mailOf(deps: Deps, quoteId: string, to: 'contact' | 'staff') {
  const stored = await readStored(deps, quoteId);
  const quote: MailedQuote = stored;
  const path = to === 'contact' ? '/trade/quotes' : '/admin/quotes';
  const url = `${deps.env.publicUrl}${path}/${quoteId}`;
  return { quote, memberId: stored.memberId, company: await mailCompany(deps), url };
}

/** The latest message of a quote that fits. */
async function readAct(
  { db }: Deps,
  quoteId: string,
  which: ReturnType<typeof sql>,
): Promise<{ act: Act | undefined; words: { by: string; text: string } }> {
  const { rows } = await sql<Act>`
    select coalesce(s.first_name || ' ' || s.last_name, u.first_name || ' ' || u.last_name, m.email) as by, t.member_id as "memberId",
      s.email as "staffEmail", t.kind, t.text
    from quote_messages t left join users s on s.id = t.staff_id left join trade_members m on m.id = t.member_id
    left join users u on u.id = m.user_id where t.quote_id = ${quoteId} and ${which} order by t.id desc limit 1`.execute(
    db,
  );
  const [act] = rows;
  return { act, words: { by: act?.by ?? '', text: act?.text ?? '' } };
}
