import { vi } from 'vitest';
import type { Connection } from '#platform/db/db.server.ts';
import { run as runBackup } from '#backup/backup-command.server.ts';
import { run as runRestore } from '#backup/restore-command.server.ts';
import { run as runSite } from '../src/site/folder/command.server.ts';

/** The variables of a shop, as an operator sets them. */
export type Variables = Record<string, string>;

/** A connection as a `DATABASE_URL`. */
export function urlOf({ connectionString, host = '', port, user, database }: Connection): string {
  if (connectionString !== undefined) return connectionString;
  const isSocket = host.startsWith('/');
  const where = isSocket ? `localhost:${port}` : `${host}:${port}`;
  return `postgres://${String(user)}@${where}/${String(database)}${isSocket ? `?host=${encodeURIComponent(host)}` : ''}`;
}

/** The variables of a shop on a server. */
export const onServer = (connection: Connection, dataDir: string): Variables => ({
  DATABASE_URL: urlOf(connection),
  DATA_DIR: dataDir,
  SESSION_SECRET: 'a secret of the tests, long enough to sign',
  PAYMENT_PROVIDER: 'test',
});

export interface CommandResult {
  code: number;
  output: string;
}

async function runWith(
  command: (args: readonly string[]) => Promise<number>,
  args: string[],
  variables: Variables,
): Promise<CommandResult> {
  for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'BACKUP_KEY', 'S3_BUCKET']) vi.stubEnv(name, '');
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  let output = '';
  const keep = (text: string | Uint8Array): boolean => {
    output += String(text);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(keep));
  try {
    return { code: await command(args), output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** `npm run backup -- ...` */
export const backupCommand = (args: string[], variables: Variables): Promise<CommandResult> =>
  runWith(runBackup, args, variables);

/** `npm run restore -- ...` */
export const restoreCommand = (args: string[], variables: Variables): Promise<CommandResult> =>
  runWith(runRestore, args, variables);

/** `npm run site -- ...` */
export const siteCommand = (args: string[], variables: Variables): Promise<CommandResult> =>
  runWith(runSite, args, variables);
