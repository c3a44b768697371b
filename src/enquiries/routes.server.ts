import type { Deps } from '#infra/deps.server.ts';
import type { On } from '#infra/http.server.ts';
import { sendEnquiry } from './contract.ts';
import { sentences } from './sentences.ts';
import { receive } from './service.server.ts';

export function enquiriesRoutes(on: On, deps: Deps): void {
  on(sendEnquiry, async ({ body, actor }) => {
    await receive(deps, body, actor);
    return { message: sentences.sent };
  });
}
