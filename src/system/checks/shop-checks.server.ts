import type { HealthCheck } from './check.server.ts';
import { databaseChecks } from './database-checks.server.ts';
import { machineChecks } from './machine-checks.server.ts';
import { safetyChecks } from './safety-checks.server.ts';
import { workChecks } from './work-checks.server.ts';

/** All checks, in the order in which the page and `npm run doctor` show them. */
export const shopChecks: readonly HealthCheck[] = [...databaseChecks, ...workChecks, ...machineChecks, ...safetyChecks];
