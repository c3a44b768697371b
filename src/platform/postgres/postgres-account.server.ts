import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { StartFault } from '../process/start-fault.server.ts';

/** The user that the embedded PostgreSQL runs as. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
  /** Options for `spawn` to run a program as this account; empty if this process already does. */
  become: { uid?: number; gid?: number };
}

/** PostgreSQL refuses to run as root, so root runs it as one of these. */
const unprivileged = ['postgres', 'nobody'];

/**
 * The account for the database: the process's own, or, if that is root, the owner of the first of `folders` that belongs to another
 * known user, else `postgres` or `nobody`. PostgreSQL needs the account's name, so it must be in /etc/passwd.
 */
export function chooseAccount(folders: string[]): Account {
  if (process.getuid?.() !== 0) return ownAccount();
  const known = knownAccounts();
  const owners = folders.map(ownerOf).map((uid) => known.find((account) => account.uid === uid));
  const named = unprivileged.map((name) => known.find((account) => account.name === name));
  const chosen = [...owners, ...named].find((account) => account !== undefined && account.uid !== 0);
  if (chosen) return { ...chosen, become: { uid: chosen.uid, gid: chosen.gid } };
  throw new StartFault(
    'The embedded database cannot run as root, and there is no user "postgres" or "nobody" to run it as. Create one, start Spruce as another user, or set DATABASE_URL.',
  );
}

function ownAccount(): Account {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid, become: {} };
  } catch (cause) {
    const uid = process.getuid?.();
    throw new StartFault(
      `The embedded database needs a user with a name, and user ${uid} is not in /etc/passwd. Add it there, start Spruce as another user, or set DATABASE_URL.`,
      { cause },
    );
  }
}

function knownAccounts(): Omit<Account, 'become'>[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name }) => name !== '');
}

/** The uid of a file's or folder's owner; undefined if there is no such file. */
export function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}

/** Whether the account can access `folder`, which may be inside a folder closed to it, such as root's home. */
export function canAccess(account: Account, folder: string): boolean {
  if (account.become.uid === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { cwd: '/', ...account.become }).status === 0;
}

/** Changes the owner of `folder` to the account; with `deep`, also of everything in it. */
export function handOver(account: Account, folder: string, deep = false): void {
  if (account.become.uid === undefined) return;
  if (deep) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  else chownSync(folder, account.uid, account.gid);
}
