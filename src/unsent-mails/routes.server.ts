import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { dismissUnsentMails, listUnsentMails, sendUnsentMails, sentences } from './contract.ts';
import { dismissUnsent, listUnsent, sendUnsent } from './unsent-mails.server.ts';

export function unsentMailsRoutes(on: RegisterEndpoint, deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): void {
  on(listUnsentMails, async ({ actor, query, reply }) => {
    const { rows, total } = await listUnsent(deps, actor, query);
    reply.header('x-total-count', total);
    return rows;
  });
  on(sendUnsentMails, async ({ body, context }) => {
    const count = await sendUnsent(deps, body.ids, context);
    return { count, message: sentences.sending(count) };
  });
  on(dismissUnsentMails, async ({ body, context }) => {
    const count = await dismissUnsent(deps, body.ids, context);
    return { count, message: sentences.dismissed(count) };
  });
}
