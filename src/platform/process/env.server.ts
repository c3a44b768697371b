import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { emailPattern } from '#lib/text/email.ts';
import { isAbn } from '#lib/text/company.ts';
import { StartFault } from './start-fault.server.ts';

const switchOf = (on: string, off: string) => z.enum([on, off]).transform((value) => value === on);
const flag = switchOf('true', 'false');

const origin = z
  .url({ protocol: /^https?$/, error: 'must be a web address like https://shop.example.com' })
  .refine((value) => URL.canParse(value) && new URL(value).pathname === '/' && !/[?#]/.test(value), {
    error: 'must be an address without a path, like https://shop.example.com',
  })
  .transform((value) => new URL(value).origin);

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be a whole number from ${min} to ${max}` });

/** `true`/`false`, the number of proxies in front, or the addresses of the trusted proxies, separated by commas. */
const trustProxy = z.string().transform((value): boolean | number | string[] => {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value.split(',').map((address) => address.trim());
});

const abn = z
  .string()
  .transform((value) => value.replaceAll(' ', ''))
  .refine(isAbn, { error: 'must be a valid ABN: 11 digits of which the first two check the others' });

const adConversion = z.string().regex(/^(?:AW-)?\d{6,}(?:\/[\w-]+)?$/, { error: 'must be like AW-123456789/label' });
const email = z.email({ pattern: emailPattern, error: 'must be an e-mail address' });
const text = z.string();

/** The values that each variable accepts. `Env` documents their meaning. */
const variables = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: text.default('0.0.0.0'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: text.default('./data').transform((folder) => resolve(folder)),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
  ADMIN_EMAIL: email.optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, { error: 'must have at least 8 characters' })
    .max(128, { error: 'must have at most 128 characters' })
    .regex(/\d/, { error: 'must have at least one digit' })
    .optional(),
  DEMO_CONTENT: flag.optional(),
  SESSION_SECRET: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
  MAIL_FROM: text
    .regex(/^[^\r\n]*@[^\r\n]+$/, { error: 'must be an address like Spruce <shop@example.com>' })
    .optional(),
  COMPANY_EMAIL: email.optional(),
  COMPANY_ABN: abn.optional(),
  PAYMENT_PROVIDER: z.enum(['test', 'stripe']).optional(),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: origin.optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ENDPOINT: origin.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_FORCE_PATH_STYLE: flag.optional(),
  GOOGLE_MAPS_API_KEY: text.optional(),
  GOOGLE_MAPS_API_BASE: origin.optional(),
  AD_CONVERSION_ID: adConversion.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: trustProxy.default(false),
  CONCEAL_ACCOUNTS: flag.default(false),
  RATE_LIMIT: switchOf('on', 'off').default(true),
});
type Variables = z.output<typeof variables>;

/** The configuration, read from the environment once at the start (contract, section 1). */
export interface Env {
  port: number;
  /** The address to listen on; all addresses by default. */
  host: string;
  /** Scheme, host and port under which visitors reach the site, without a slash at the end. */
  publicUrl: string;
  /** Absolute folder of the embedded database, uploads, outbox and session secret. */
  dataDir: string;
  /** A PostgreSQL server, 15 or later. `?pgbouncer=true` disables prepared statements. */
  databaseUrl: string | undefined;
  /** The first administrator; both or neither. */
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  /** Whether an empty database is filled with the demo shop. */
  demoContent: boolean;
  /** Signs tokens and links; at least 32 characters. */
  sessionSecret: string;
  /** Without it mails are written to `dataDir/outbox`. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Initial values of the site settings. */
  companyEmail: string | undefined;
  /** Eleven digits with a valid checksum. */
  companyAbn: string | undefined;
  paymentProvider: 'test' | 'stripe';
  stripeSecretKey: string | undefined;
  stripePublishableKey: string | undefined;
  stripeWebhookSecret: string | undefined;
  /** The base address of Stripe's API; set only by tests, to their local stand-in. Refused with a live key. */
  stripeApiBase: string | undefined;
  /** Stores files in this bucket instead of `dataDir/files`. */
  s3Bucket: string | undefined;
  s3Region: string;
  /** For S3-compatible stores other than Amazon's. */
  s3Endpoint: string | undefined;
  s3AccessKeyId: string | undefined;
  s3SecretAccessKey: string | undefined;
  /** Puts the bucket into the path instead of the host name; the default with `S3_ENDPOINT`. */
  s3ForcePathStyle: boolean;
  /** Addresses are suggested by Google instead of our own table. */
  googleMapsApiKey: string | undefined;
  /** The base address of Google's Places API; set only by tests, to their local stand-in. */
  googleMapsApiBase: string | undefined;
  adConversionId: string | undefined;
  logLevel: Variables['LOG_LEVEL'];
  /** The proxies trusted to forward the caller's address, in the format of Fastify's `trustProxy`. */
  trustProxy: boolean | number | string[];
  /** Gives the same response for known and unknown e-mail addresses. */
  concealAccounts: boolean;
  /** False for load tests only. */
  rateLimit: boolean;
}

/**
 * Reads the environment. Empty values count as not set. With the embedded database the session secret is generated and stored in the
 * data folder. Throws `StartFault` that lists every invalid variable.
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const settings = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(settings);
  if (!parsed.success) throw new StartFault(faultLines(parsed.error).join('\n'));
  const missing = missingLines(parsed.data);
  if (missing.length > 0) throw new StartFault(missing.join('\n'));
  return envFrom(parsed.data);
}

function faultLines(error: z.ZodError): string[] {
  const lines = new Map<string, string>();
  for (const issue of error.issues) {
    const name = String(issue.path[0]);
    const reason = issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message;
    if (!lines.has(name)) lines.set(name, `${name} ${reason}.`);
  }
  return [...lines.values()];
}

/** Variables that another variable requires but that are missing. */
function missingLines(v: Variables): string[] {
  const lines: string[] = [];
  const need = (name: keyof Variables, why: string) => {
    if (v[name] === undefined) lines.push(`${name} is required ${why}.`);
  };
  if (v.ADMIN_EMAIL !== undefined) need('ADMIN_PASSWORD', 'with ADMIN_EMAIL');
  if (v.ADMIN_PASSWORD !== undefined) need('ADMIN_EMAIL', 'with ADMIN_PASSWORD');
  if (v.DATABASE_URL !== undefined) {
    need('SESSION_SECRET', 'with DATABASE_URL (any random text of at least 32 characters)');
    need('PAYMENT_PROVIDER', 'with DATABASE_URL (test or stripe)');
  }
  if (v.PAYMENT_PROVIDER === 'stripe') {
    need('STRIPE_SECRET_KEY', 'with PAYMENT_PROVIDER=stripe');
    need('STRIPE_PUBLISHABLE_KEY', 'with PAYMENT_PROVIDER=stripe');
    need('STRIPE_WEBHOOK_SECRET', 'with PAYMENT_PROVIDER=stripe');
  }
  if (v.STRIPE_API_BASE !== undefined && !/^[sr]k_test_/.test(v.STRIPE_SECRET_KEY ?? '')) {
    lines.push('STRIPE_API_BASE is for tests only: STRIPE_SECRET_KEY must begin with sk_test_.');
  }
  if (v.S3_ACCESS_KEY_ID !== undefined) need('S3_SECRET_ACCESS_KEY', 'with S3_ACCESS_KEY_ID');
  if (v.S3_SECRET_ACCESS_KEY !== undefined) need('S3_ACCESS_KEY_ID', 'with S3_SECRET_ACCESS_KEY');
  if (v.S3_ENDPOINT !== undefined) need('S3_BUCKET', 'with S3_ENDPOINT');
  return lines;
}

function envFrom(v: Variables): Env {
  const publicUrl = v.PUBLIC_URL ?? `http://localhost:${v.PORT}`;
  return {
    port: v.PORT,
    host: v.HOST,
    publicUrl,
    dataDir: v.DATA_DIR,
    databaseUrl: v.DATABASE_URL,
    adminEmail: v.ADMIN_EMAIL,
    adminPassword: v.ADMIN_PASSWORD,
    demoContent: v.DEMO_CONTENT ?? v.DATABASE_URL === undefined,
    sessionSecret: v.SESSION_SECRET ?? storedSecret(v.DATA_DIR),
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? `Spruce <no-reply@${new URL(publicUrl).hostname}>`,
    companyEmail: v.COMPANY_EMAIL,
    companyAbn: v.COMPANY_ABN,
    paymentProvider: v.PAYMENT_PROVIDER ?? 'test',
    stripeSecretKey: v.STRIPE_SECRET_KEY,
    stripePublishableKey: v.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecret: v.STRIPE_WEBHOOK_SECRET,
    stripeApiBase: v.STRIPE_API_BASE,
    s3Bucket: v.S3_BUCKET,
    s3Region: v.S3_REGION,
    s3Endpoint: v.S3_ENDPOINT,
    s3AccessKeyId: v.S3_ACCESS_KEY_ID,
    s3SecretAccessKey: v.S3_SECRET_ACCESS_KEY,
    s3ForcePathStyle: v.S3_FORCE_PATH_STYLE ?? v.S3_ENDPOINT !== undefined,
    googleMapsApiKey: v.GOOGLE_MAPS_API_KEY,
    googleMapsApiBase: v.GOOGLE_MAPS_API_BASE,
    adConversionId: v.AD_CONVERSION_ID,
    logLevel: v.LOG_LEVEL,
    trustProxy: v.TRUST_PROXY,
    concealAccounts: v.CONCEAL_ACCOUNTS,
    rateLimit: v.RATE_LIMIT,
  };
}

/** The secret in `dataDir/session-secret`; generated at the first start, so that sessions survive restarts. */
function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret');
  try {
    mkdirSync(dataDir, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file); // atomic, and never overwrites an existing one
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    } finally {
      unlinkSync(draft);
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFault(`DATA_DIR must be a folder that Spruce can write to (${reason}).`);
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
