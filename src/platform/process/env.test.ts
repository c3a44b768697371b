import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnv } from './env.server.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'spruce-env-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true }));

const secret = 'a secret of at least thirty-two characters';
const onServer = { DATABASE_URL: 'postgres://app@db/spruce', SESSION_SECRET: secret, PAYMENT_PROVIDER: 'test' };

test('without any variable, everything has a default', () => {
  expect(readEnv({ DATA_DIR })).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: DATA_DIR,
    databaseUrl: undefined,
    demoContent: true,
    paymentProvider: 'test',
    logLevel: 'info',
    trustProxy: false,
    concealAccounts: false,
    rateLimit: true,
  });
});

test('an empty value counts as not set', () => {
  expect(readEnv({ DATA_DIR, PORT: '', SMTP_URL: '' })).toMatchObject({ port: 3000, smtpUrl: undefined });
});

test('a variable can be in a file; the variable itself counts first', () => {
  const file = join(DATA_DIR, 'smtp-url');
  writeFileSync(file, 'smtps://user:password@mail.example.com\n');
  const smtpUrl = 'smtps://user:password@mail.example.com';
  expect(readEnv({ DATA_DIR, SMTP_URL_FILE: file })).toMatchObject({ smtpUrl });
  expect(readEnv({ DATA_DIR, SMTP_URL_FILE: file, SMTP_URL: 'smtp://other' })).toMatchObject({
    smtpUrl: 'smtp://other',
  });
  expect(readEnv({ DATA_DIR, SMTP_URL_FILE: '' }).smtpUrl).toBeUndefined();
});

test('the session secret is generated once, readable only by its owner', () => {
  const { sessionSecret } = readEnv({ DATA_DIR });
  expect(sessionSecret.length).toBeGreaterThanOrEqual(32);
  expect(readEnv({ DATA_DIR }).sessionSecret).toBe(sessionSecret);
  expect(readFileSync(join(DATA_DIR, 'session-secret'), 'utf8')).toBe(sessionSecret);
  expect(statSync(join(DATA_DIR, 'session-secret')).mode & 0o777).toBe(0o600);
});

test('with DATABASE_URL there is no demo content by default', () => {
  expect(readEnv(onServer).demoContent).toBe(false);
  expect(readEnv({ ...onServer, DEMO_CONTENT: 'true' }).demoContent).toBe(true);
  expect(readEnv({ ...onServer, DEMO_CONTENT: 'catalogue' }).demoContent).toBe('catalogue');
});

describe('variables are read', () => {
  test.each([
    [{ PUBLIC_URL: 'https://shop.example.com/' }, { publicUrl: 'https://shop.example.com' }],
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [{ TRUST_PROXY: '1' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: '10.0.0.1, 10.0.0.2' }, { trustProxy: ['10.0.0.1', '10.0.0.2'] }],
    [{ COMPANY_ABN: '51 824 753 556' }, { companyAbn: '51824753556' }],
    [
      { S3_BUCKET: 'b', S3_ENDPOINT: 'http://localhost:9000' },
      { s3ForcePathStyle: true, s3Region: 'us-east-1' },
    ],
    [{ RATE_LIMIT: 'off' }, { rateLimit: false }],
    [{}, { cdn: false }],
    [{ PURGE_URL: 'http://cache:6081/' }, { cdn: true }],
    [{ PURGE_URL: 'http://cache:6081/', CDN: 'off' }, { cdn: false }],
  ])('%o', (settings, read) => {
    expect(readEnv({ ...onServer, ...settings })).toMatchObject(read);
  });
});

describe('invalid values are refused in one line that names the variable', () => {
  test.each([
    [{ PORT: '70000' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: 'http' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PUBLIC_URL: 'shop.example.com' }, 'PUBLIC_URL must be a web address like https://shop.example.com.'],
    [
      { PUBLIC_URL: 'https://a.example/shop' },
      'PUBLIC_URL must be an address without a path, like https://shop.example.com.',
    ],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL must begin with postgres://.'],
    [{ DATABASE_DIRECT_URL: 'mysql://db' }, 'DATABASE_DIRECT_URL must begin with postgres://.'],
    [{ DATABASE_DIRECT_URL: 'postgres://db', DATABASE_URL: '' }, 'DATABASE_URL is required with DATABASE_DIRECT_URL.'],
    [{ ROLE: 'web,job' }, 'ROLE must be web, worker, or web,worker.'],
    [{ STOP_DELAY: '5s' }, 'STOP_DELAY must be a whole number from 0 to 300.'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters.'],
    [{ DEMO_CONTENT: 'yes' }, 'DEMO_CONTENT must be one of true, catalogue, false.'],
    [{ PAYMENT_PROVIDER: 'cash' }, 'PAYMENT_PROVIDER must be one of test, stripe.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    [{ COMPANY_ABN: '51 824 753 557' }, 'COMPANY_ABN must be a valid ABN of 11 digits.'],
    [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_PASSWORD is required with ADMIN_EMAIL.'],
    [{ ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: 'password' }, 'ADMIN_PASSWORD must have at least one digit.'],
    [{ S3_ENDPOINT: 'http://localhost:9000' }, 'S3_BUCKET is required with S3_ENDPOINT.'],
    [{ PURGE_TOKEN: 'secret' }, 'PURGE_URL is required with PURGE_TOKEN.'],
    [{ SMTP_URL_FILE: '/nowhere/smtp' }, "SMTP_URL_FILE names /nowhere/smtp, which can't be read."],
  ])('%o', (settings, line) => {
    expect(() => readEnv({ ...onServer, ...settings })).toThrow(line);
  });

  test('all invalid variables are reported at once', () => {
    expect(() => readEnv({ PORT: '0', RATE_LIMIT: 'no', SMTP_URL: 'mail.example.com' })).toThrow(
      'PORT must be a whole number from 1 to 65535.\nSMTP_URL must begin with smtp:// or smtps://.\nRATE_LIMIT must be one of on, off.',
    );
  });

  test('DATABASE_URL requires a secret and a payment provider', () => {
    expect(() => readEnv({ DATABASE_URL: 'postgres://app@db/spruce' })).toThrow(
      'SESSION_SECRET is required with DATABASE_URL (any random text of at least 32 characters).\nPAYMENT_PROVIDER is required with DATABASE_URL (test or stripe).',
    );
  });

  test('Stripe requires its keys', () => {
    expect(() => readEnv({ DATA_DIR, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk' })).toThrow(
      'STRIPE_PUBLISHABLE_KEY is required with PAYMENT_PROVIDER=stripe.\nSTRIPE_WEBHOOK_SECRET is required with PAYMENT_PROVIDER=stripe.',
    );
  });

  test('another address for Stripe is refused with a live key', () => {
    const keys = { STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh', STRIPE_API_BASE: 'http://127.0.0.1:1' };
    const read = (key: string) => () =>
      readEnv({ DATA_DIR, PAYMENT_PROVIDER: 'stripe', ...keys, STRIPE_SECRET_KEY: key });
    expect(read('sk_test_secret')).not.toThrow();
    expect(read('sk_live_secret')).toThrow(
      'STRIPE_API_BASE is for tests only: STRIPE_SECRET_KEY must begin with sk_test_.',
    );
  });

  test('a data folder that is a file is refused', () => {
    const file = join(DATA_DIR, 'file');
    writeFileSync(file, '');
    expect(() => readEnv({ DATA_DIR: file })).toThrow('DATA_DIR must be a folder that Spruce can write to');
  });
});
