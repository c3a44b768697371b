import { registeredJob } from '#accounts/mail/jobs.server.ts';
import { findLink, linkToken } from '#accounts/mail/mailed-links.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { mailJobHandler } from '#platform/mail/mail-queue.server.ts';
import { mailCompany } from '#company/mail-company.ts';
import { readSettings } from '#company/service.server.ts';
import { guestOrdersMail } from '../mail/guest-orders-mail.ts';
import { guestOrdersMailJob, offerGuestOrders } from './guest-orders.server.ts';

/** Registers the handlers of guests' orders jobs; call before the queue starts. */
export function startGuestOrderJobs(deps: Deps): void {
  deps.jobs.work(registeredJob, ({ userId }) => offerGuestOrders(deps, userId));
  const mail = mailJobHandler<{ linkId: string }>(deps, async ({ linkId }) => {
    const { db, env, clock } = deps;
    const link = await findLink(db, { id: linkId }, 'join-orders');
    if (!link || link.endedAt !== null || link.expiresAt <= clock.now()) return undefined;
    const company = mailCompany(await readSettings(deps), env.publicUrl);
    const url = `${env.publicUrl}/join-orders/?t=${linkToken(env, linkId)}`;
    return { to: link.email, ...guestOrdersMail({ company, url, expiresAt: link.expiresAt }) };
  });
  deps.jobs.work(guestOrdersMailJob, mail);
}
