import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { errorCode } from '#lib/error-code.ts';
import { emailPattern } from '#lib/text/email.ts';
import { isAbn } from '#lib/text/abn.ts';
import { StartFault } from './start-fault.server.ts';

const switchOf = (on: string, off: string) => z.enum([on, off]).transform((value) => value === on);
const flag = switchOf('true', 'false');

const origin = z
  .url({ protocol: /^https?$/, error: 'must be a web address like https://shop.example.com' })
  .refine((value) => URL.canParse(value) && new URL(value).pathname === '/' && !/[?#]/.test(value), {
    error: 'must be an address without a path, like https://shop.example.com',
  })
  .transform((value) => new URL(value).origin);

const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address like https://example.com' });

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be a whole number from ${min} to ${max}` });

const roles = ['web', 'worker'] as const;
export type Role = (typeof roles)[number];

/** `web`, `worker` or both, separated by a comma. */
const roleList = z.string().transform((value, context): Role[] => {
  const given = new Set(value.split(',').map((role) => role.trim()));
  const known = roles.filter((role) => given.delete(role));
  if (given.size > 0 || known.length === 0)
    context.addIssue({ code: 'custom', message: 'must be web, worker, or web,worker' });
  return known;
});

/** `true`/`false`, the number of proxies in front, or the addresses of the trusted proxies, separated by commas. */
const trustProxy = z.string().transform((value): boolean | number | string[] => {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim());
});

const abn = z
  .string()
  .transform((value) => value.replaceAll(' ', ''))
  .refine(isAbn, { error: 'must be a valid ABN of 11 digits' });

const adConversion = z.string().regex(/^(?:AW-)?\d{6,}(?:\/[\w-]+)?$/, { error: 'must be like AW-123456789/label' });
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' });
const email = z.email({ pattern: emailPattern, error: 'must be an e-mail address' });
const text = z.string();

/** The configuration, read from the environment once at the start (contract, section 1): `publicUrl` from `PUBLIC_URL`. */
const variables = z.object({
  port: wholeNumber(1, 65_535).default(3000),
  /** The address to listen on. */
  host: text.default('0.0.0.0'),
  /** Scheme, host and port under which visitors reach the site, without a slash at the end. */
  publicUrl: origin.optional(),
  /** Absolute folder of the embedded database, uploads, outbox and session secret. */
  dataDir: text.default('./data').transform((folder) => resolve(folder)),
  /** A PostgreSQL server, 15 or later. `?pgbouncer=true` disables prepared statements. */
  databaseUrl: postgresUrl.optional(),
  /** A read replica of `DATABASE_URL`, from which the catalogue, searches and reports are read. */
  databaseReplicaUrl: postgresUrl.optional(),
  /** The same database without a pooler in transaction mode, for migrations and notifications. */
  databaseDirectUrl: postgresUrl.optional(),
  /** What this process does: serve requests, do the jobs, or both. */
  role: roleList.default([...roles]),
  /** Seconds from the signal to stop until no more requests are accepted; meanwhile `/readyz` tells the load balancer to send none. */
  stopDelay: wholeNumber(0, 300).optional(),
  /** Whether the embedded database can be restored to any minute. */
  walArchive: switchOf('on', 'off').default(true),
  /** The first administrator; set both variables or neither. */
  adminEmail: email.optional(),
  adminPassword: z
    .string()
    .min(8, { error: 'must have at least 8 characters' })
    .max(128, { error: 'must have at most 128 characters' })
    .regex(/\d/, { error: 'must have at least one digit' })
    .optional(),
  /**
   * What an empty database is filled with: the demo shop with fourteen months of orders and messages (`true`), only its catalogue, forms
   * and promos (`catalogue`), or nothing (`false`).
   */
  demoContent: z
    .enum(['true', 'catalogue', 'false'], { error: 'must be one of true, catalogue, false' })
    .transform((value) => (value === 'catalogue' ? value : value === 'true'))
    .optional(),
  /** Signs tokens and links. */
  sessionSecret: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  /** The mail server; without it, mails are written to `dataDir/outbox`. */
  smtpUrl: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  mailFrom: text.regex(/^[^\r\n]*@[^\r\n]+$/, { error: 'must be an address like Shop <shop@example.com>' }).optional(),
  /** Initial values of the site settings. */
  companyEmail: email.optional(),
  companyAbn: abn.optional(),
  paymentProvider: z.enum(['test', 'stripe']).optional(),
  stripeSecretKey: text.optional(),
  stripePublishableKey: text.optional(),
  stripeWebhookSecret: text.optional(),
  /** The base address of Stripe's API; set only by tests, to their local stand-in. Refused with a live key. */
  stripeApiBase: origin.optional(),
  /** Stores files in this bucket instead of `dataDir/files`. */
  s3Bucket: text.optional(),
  s3Region: text.default('us-east-1'),
  /** The address of an S3-compatible store other than Amazon's. */
  s3Endpoint: origin.optional(),
  s3AccessKeyId: text.optional(),
  s3SecretAccessKey: text.optional(),
  /** Puts the bucket into the path instead of the host name; the default with `S3_ENDPOINT`. */
  s3ForcePathStyle: flag.optional(),
  /** Encrypts backups. Without the same key they cannot be restored. */
  backupKey: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  /** Whether the database is backed up before it is migrated. */
  backupBeforeMigration: switchOf('on', 'off').default(true),
  /** The key for Google's address suggestions, which replace those from our own table. */
  googleMapsApiKey: text.optional(),
  /** The base address of Google's Places API; set only by tests, to their local stand-in. */
  googleMapsApiBase: origin.optional(),
  adConversionId: adConversion.optional(),
  /** `/metrics` on a port of its own, or with the token on `port`; without either it does not exist. */
  metricsPort: wholeNumber(1, 65_535).optional(),
  metricsHost: text.default('127.0.0.1'),
  metricsToken: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  /** Where traces are sent by OTLP over HTTP, without `/v1/traces`. The `OTEL_` variables have OpenTelemetry's names. */
  otelExporterOtlpEndpoint: webAddress.optional(),
  /** `name=value,name=value`, percent-encoded. */
  otelExporterOtlpHeaders: text.optional(),
  otelServiceName: text.default('spruce'),
  /** The fraction of requests that is traced, 0 to 1, unless the caller decides. */
  otelTracesSamplerArg: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, { error: 'must be a number from 0 to 1' })
    .transform(Number)
    .default(1),
  /** The address of a JSON document that names the newest version; without it, nothing looks for new versions. */
  updateUrl: webAddress.optional(),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The proxies trusted to forward the caller's address, in the format of Fastify's `trustProxy`. */
  trustProxy: trustProxy.default(false),
  /** Whether a request for a new password gets the same response for known and unknown e-mail addresses. */
  concealAccounts: flag.default(false),
  /** False for load tests only. */
  rateLimit: switchOf('on', 'off').default(true),
  /** Whether shared caches, such as a CDN, may keep what is the same for everybody; on by default with `PURGE_URL`. */
  cdn: switchOf('on', 'off').optional(),
  /** Where the tags of changed pages are posted, so that a shared cache drops them. */
  purgeUrl: z.url({ protocol: /^https?$/, error: 'must be a web address' }).optional(),
  purgeToken: text.optional(),
});
type Variables = z.output<typeof variables>;

/** `S3_BUCKET` for `s3Bucket`. */
const nameOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Variables whose defaults depend on others. */
const derived = ({ port, databaseUrl, dataDir, ...v }: Variables, makesSecret: boolean) => {
  const publicUrl = v.publicUrl ?? `http://localhost:${port}`;
  return {
    publicUrl,
    demoContent: v.demoContent ?? databaseUrl === undefined,
    stopDelay: v.stopDelay ?? 0,
    sessionSecret: v.sessionSecret ?? (makesSecret ? storedSecret(dataDir) : ''),
    paymentProvider: v.paymentProvider ?? ('test' as const),
    s3ForcePathStyle: v.s3ForcePathStyle ?? v.s3Endpoint !== undefined,
    cdn: v.cdn ?? v.purgeUrl !== undefined,
  };
};

export type Env = Omit<Variables, keyof ReturnType<typeof derived>> & ReturnType<typeof derived>;

/** The names of all variables. */
export const variableNames: readonly string[] = Object.keys(variables.shape).map(nameOf);

/**
 * Reads the environment; an empty value counts as not set, and `NAME_FILE` names a file with the value of `NAME`. With the embedded
 * database, the session secret is generated and stored in the data folder; with `makesSecret: false` it is left empty and nothing is
 * written. Throws `StartFault` with a line for every invalid variable.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>, { makesSecret = true } = {}): Env {
  const settings = Object.keys(variables.shape).map((key) => [key, valueOf(nameOf(key), source)]);
  const parsed = variables.safeParse(Object.fromEntries(settings));
  if (!parsed.success) throw new StartFault(faultLines(parsed.error).join('\n'));
  const missing = missingLines(parsed.data);
  if (missing.length > 0) throw new StartFault(missing.join('\n'));
  return { ...parsed.data, ...derived(parsed.data, makesSecret) };
}

/** The value of a variable, perhaps from a file such as a secret of Docker or systemd, so that no list of processes shows it. */
function valueOf(name: string, source: Readonly<Record<string, string | undefined>>): string | undefined {
  const file = source[`${name}_FILE`];
  if (source[name] || !file) return source[name] || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (cause) {
    throw new StartFault(`${name}_FILE names ${file}, which can't be read.`, { cause });
  }
}

function faultLines(error: z.ZodError): string[] {
  const lines = new Map<string, string>();
  for (const issue of error.issues) {
    const name = nameOf(String(issue.path[0]));
    const reason = issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message;
    if (!lines.has(name)) lines.set(name, `${name} ${reason}.`);
  }
  return [...lines.values()];
}

/** A line for each missing variable that another one requires. */
function missingLines(v: Variables): string[] {
  const lines: string[] = [];
  const need = (key: keyof Variables, why: string) => {
    if (v[key] === undefined) lines.push(`${nameOf(key)} is required ${why}.`);
  };
  if (v.adminEmail !== undefined) need('adminPassword', 'with ADMIN_EMAIL');
  if (v.adminPassword !== undefined) need('adminEmail', 'with ADMIN_PASSWORD');
  if (v.databaseUrl !== undefined) {
    need('sessionSecret', 'with DATABASE_URL (any random text of at least 32 characters)');
    need('paymentProvider', 'with DATABASE_URL (test or stripe)');
  }
  if (v.databaseReplicaUrl !== undefined) need('databaseUrl', 'with DATABASE_REPLICA_URL');
  if (v.paymentProvider === 'stripe')
    for (const key of ['stripeSecretKey', 'stripePublishableKey', 'stripeWebhookSecret'] as const)
      need(key, 'with PAYMENT_PROVIDER=stripe');
  if (v.stripeApiBase !== undefined && !/^[sr]k_test_/.test(v.stripeSecretKey ?? '')) {
    lines.push('STRIPE_API_BASE is for tests only: STRIPE_SECRET_KEY must begin with sk_test_.');
  }
  if (v.databaseDirectUrl !== undefined) need('databaseUrl', 'with DATABASE_DIRECT_URL');
  if (v.s3AccessKeyId !== undefined) need('s3SecretAccessKey', 'with S3_ACCESS_KEY_ID');
  if (v.s3Endpoint !== undefined) need('s3Bucket', 'with S3_ENDPOINT');
  if (v.purgeToken !== undefined) need('purgeUrl', 'with PURGE_TOKEN');
  return lines;
}

/** The secret in `dataDir/session-secret`, which is generated at the first start, so that sessions survive restarts. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file); // atomic, and never overwrites an existing one
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      unlinkSync(draft);
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFault(`DATA_DIR must be a folder that Spruce can write to (${reason}).`);
  }
}
