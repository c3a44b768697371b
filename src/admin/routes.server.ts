import type { Deps } from '#infra/deps.server.ts';
import type { On } from '#infra/http.server.ts';
import { readDashboard } from './contract.ts';
import { dashboardFor } from './service.server.ts';

export function adminRoutes(on: On, deps: Pick<Deps, 'db' | 'clock'>): void {
  on(readDashboard, ({ actor }) => dashboardFor(deps, actor));
}
