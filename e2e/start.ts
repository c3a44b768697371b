/** The server of the browser tests: the real one, on an empty database with the demo content. */
import { rmSync } from 'node:fs';
import { dataDir, environment } from './place.ts';

rmSync(dataDir, { recursive: true, force: true });
for (const name of ['DATABASE_URL', 'SMTP_URL', 'S3_BUCKET', 'PAYMENT_PROVIDER']) delete process.env[name];
Object.assign(process.env, environment);
await import('../src/main.server.ts');
