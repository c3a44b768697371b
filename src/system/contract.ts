import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';

const access = 'ManageUserPermissions';

/** `off`: not configured, or not part of this installation. */
export const checkStates = ['ok', 'warning', 'failing', 'off'] as const;
export type CheckState = (typeof checkStates)[number];

export const checkGroups = ['Data', 'Work', 'Machine', 'Safety'] as const;
export type CheckGroup = (typeof checkGroups)[number];

const check = z.object({
  key: z.string().meta({ description: 'Names the check; also its anchor on the page.' }),
  name: z.string(),
  group: z.enum(checkGroups),
  state: z.enum(checkStates),
  figure: z.string().meta({ description: 'What was measured, in words.' }),
  advice: z.string().meta({ description: 'What to do; empty if there is nothing to do.' }),
  ms: z.int().meta({ description: 'How long the check took.' }),
  at: z.iso.datetime().meta({ description: 'When it was made; slow checks are repeated every few minutes only.' }),
});
export type Check = z.output<typeof check>;

const health = z.object({
  at: z.iso.datetime(),
  version: z.string().meta({ description: 'The version of this program.' }),
  state: z.enum(checkStates).meta({ description: 'The worst state of all checks.' }),
  checks: z.array(check),
});
export type Health = z.output<typeof health>;

const queue = z.object({
  name: z.string(),
  label: z.string().meta({ description: 'The name in plain words.' }),
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  oldestSeconds: z.int().meta({ description: 'How long the oldest due job has been waiting; 0 if none is.' }),
});
export type Queue = z.output<typeof queue>;

/** Whether a queue has jobs to show. */
export const isBusy = ({ waiting, running, failed }: Queue): boolean => waiting + running + failed > 0;

const failedJob = z.object({
  id: uuid,
  queue: z.string(),
  label: z.string(),
  reason: z.string(),
  attempts: z.int(),
  failedDate: z.iso.datetime(),
  requestId: z.string().nullable().meta({ description: 'The request that added it; its log lines have the same id.' }),
});
export type FailedJob = z.output<typeof failedJob>;

/** The maximum number of failed jobs in a reply. */
export const mostFailed = 100;

const jobs = z.object({
  queues: z.array(queue),
  failed: z.array(failedJob).meta({ description: `The newest ${mostFailed}.` }),
  failedTotal: z.int(),
});
export type JobsOverview = z.output<typeof jobs>;

export const readHealth = endpoint('GET', '/v1/system/health', {
  access,
  summary: 'The health of the database, jobs, mail, files and more, with what to do.',
  reply: health,
});

export const readJobs = endpoint('GET', '/v1/system/jobs', {
  access,
  summary: 'Queues with their waiting, running and failed jobs, and the jobs that failed for good.',
  reply: jobs,
});

const retried = z.object({ count: z.int(), message: z.string() });

export const retryJob = endpoint('POST', '/v1/system/jobs/{id}/retry', {
  access,
  summary: 'Retries a failed job now.',
  params: z.object({ id: uuid }),
  reply: retried,
});

export const retryAllJobs = endpoint('POST', '/v1/system/jobs/retry', {
  access,
  summary: 'Retries the failed jobs of one queue, or of all, now.',
  body: z.object({ queue: z.string().max(100).optional() }),
  reply: retried,
});

export const severities = ['info', 'important', 'security'] as const;

/** The content of the document at `UPDATE_URL`. */
export const update = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  severity: z.enum(severities),
  url: z.url({ protocol: /^https?$/ }),
  sentence: z.string().max(300),
});
export type Update = z.output<typeof update>;

export const readUpdate = endpoint('GET', '/v1/system/update', {
  access,
  summary: 'The newest version, if it is newer than the running one and `UPDATE_URL` is set.',
  reply: z.object({ current: z.string(), update: update.nullable() }),
});

export const sentences = {
  healthFailed: 'The health of the system could not be read.',
  retryFailed: 'Unable to retry.',
  gone: 'This job has not failed, or it is no longer there.',
  retried: (count: number) => {
    if (count === 0) return 'There are no failed jobs.';
    return count === 1 ? 'The job is being retried.' : `${count} jobs are being retried.`;
  },
} as const;
