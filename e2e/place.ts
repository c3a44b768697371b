import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Where the browser tests' server listens, and keeps its data. E2E_PORT lets two runs stand side by side. */
const port = Number(process.env['E2E_PORT'] ?? 3123);

export const address = `http://localhost:${port}`;
export const dataDir = join(tmpdir(), `spruce-e2e-${userInfo().username}-${port}`);

/** What the tests' server is started with; the rest is the default. */
export const environment = {
  NODE_ENV: 'production',
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: address,
  DATA_DIR: dataDir,
  DEMO_CONTENT: 'true',
  RATE_LIMIT: 'off',
  LOG_LEVEL: 'warn',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'administrator-1',
};
