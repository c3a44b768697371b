import type { HealthCheck } from './check.server.ts';
import { databaseChecks } from './database-checks.server.ts';
import { machineChecks } from './machine-checks.server.ts';
import { safetyChecks } from './safety-checks.server.ts';
import { workChecks } from './work-checks.server.ts';

/** Everything that is looked at, in the order of the page and of `npm run doctor`. */
export const shopChecks: readonly HealthCheck[] = [...databaseChecks, ...workChecks, ...machineChecks, ...safetyChecks];
