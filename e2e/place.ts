import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Port of the browser tests' server, also part of its data folder's name. With E2E_PORT two runs can run side by side. */
const port = Number(process.env['E2E_PORT'] ?? 3123);

export const address = `http://localhost:${port}`;
export const dataDir = join(tmpdir(), `spruce-e2e-${userInfo().username}-${port}`);

/** The environment of the tests' server; the rest is the default. */
export const environment = {
  NODE_ENV: 'production',
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: address,
  DATA_DIR: dataDir,
  DEMO_CONTENT: 'catalogue',
  RATE_LIMIT: 'off',
  CDN: 'on', // so that every journey shows that nobody is answered with another's page
  WAL_ARCHIVE: 'off',
  LOG_LEVEL: 'warn',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'administrator-1',
};
