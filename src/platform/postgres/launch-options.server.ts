import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { user, workingFolder } from './init-database-folder.server.ts';
import { type Account, handOver } from './postgres-account.server.ts';
import type { Binaries } from './postgres-binaries.server.ts';
import type { Launch } from './postgres-process.server.ts';
import { StartFault } from '../process/start-fault.server.ts';

export const database = 'spruce';
const port = 5432; // used only in the name of the socket file

/** The connection to the server whose socket is in a folder. */
export const connectionAt = (socketFolder: string) => ({ host: socketFolder, port, user, database });

interface Place extends Pick<Launch, 'account' | 'folder' | 'durable'> {
  binaries: Binaries;
  /** Whether the account can access the path to the folder. */
  canReach: boolean;
  settings: Record<string, string>;
}

/** How to start the server on a folder, and how to connect to it. */
export function prepareLaunch({ binaries, canReach, ...place }: Place): {
  launchOptions: Launch;
  connection: ReturnType<typeof connectionAt>;
} {
  const { account, folder } = place;
  const socket = chooseSocket(account, folder);
  const launchOptions = {
    ...place,
    program: binaries.postgres,
    dataPath: canReach ? folder : workingFolder,
    socketPath: socket === folder && !canReach ? workingFolder : socket,
  };
  return { launchOptions, connection: connectionAt(socket) };
}

/** The folder of the socket: the data folder, or one in /tmp if its path is too long for a socket (107 bytes with the file's name). */
function chooseSocket(account: Account, folder: string): string {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= 107) return folder;
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16);
  const short = join('/tmp', `spruce-${hash}`);
  if (!existsSync(short)) {
    mkdirSync(short, { mode: 0o700 });
    handOver(account, short);
  }
  const stats = lstatSync(short);
  if (stats.isDirectory() && stats.uid === account.uid && (stats.mode & 0o077) === 0) return short;
  throw new StartFault(`${short} is needed for the database's socket, but it belongs to another user. Remove it.`);
}
