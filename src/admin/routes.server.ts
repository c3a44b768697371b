import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { readCounts, readDashboard } from './contract.ts';
import { countsFor, dashboardFor } from './dashboard.server.ts';

export function adminRoutes(on: RegisterEndpoint, deps: Pick<Deps, 'db' | 'clock'>): void {
  on(readCounts, ({ actor }) => countsFor(deps.db, actor));
  on(readDashboard, ({ actor }) => dashboardFor(deps, actor));
}
