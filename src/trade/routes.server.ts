import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { readOwnAccounts } from './accounts/own-accounts.server.ts';
import { listOwnAccounts } from './accounts/own-contract.ts';

export function tradeRoutes(on: RegisterEndpoint, { db }: Deps): void {
  on(listOwnAccounts, ({ actor }) => readOwnAccounts(db, actor.id));
}
