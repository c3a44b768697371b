import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import { isRestoreInterrupted } from '#backup/restore/place.server.ts';
import { restoreSentences } from '#backup/restore/sentences.ts';
import { refusePooler } from '#platform/nodes/refuse-pooler.server.ts';
import { directConnection, directVariable } from '#platform/postgres/connect-database.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { failing, type HealthCheck, off, ok, reasonOf } from '../checks/check.server.ts';

const neededNode = 24;

const node: HealthCheck = {
  key: 'node',
  name: 'Node',
  group: 'Machine',
  async run() {
    const figure = `${process.version} on ${process.platform} ${process.arch}`;
    if (Number(process.versions.node.split('.')[0]) >= neededNode) return ok(figure);
    return failing(figure, `Use npm start; it brings Node ${neededNode}.`);
  },
};

const folder: HealthCheck = {
  key: 'folder',
  name: 'Data folder',
  group: 'Data',
  async run({ env: { dataDir } }) {
    if (!existsSync(dataDir)) {
      let parent = dirname(dataDir);
      while (!existsSync(parent)) parent = dirname(parent);
      const mayCreate = await isWritable(parent);
      if (mayCreate) return off(`${dataDir} is created at the first start`);
      return failing(
        `${dataDir} does not exist, and ${parent} is not writable`,
        'Create it for the user that runs the shop.',
      );
    }
    if (await isWritable(dataDir)) return ok(`${dataDir} can be written`);
    return failing(`${dataDir} cannot be written`, 'Give it to the user that runs the shop: chown -R USER DATA_DIR.');
  },
};

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );

const restore: HealthCheck = {
  key: 'restore',
  name: 'Restore',
  group: 'Data',
  async run({ env }) {
    if (!isRestoreInterrupted(env)) return ok('None was interrupted');
    return failing('The shop does not start', restoreSentences.interrupted);
  },
};

const port: HealthCheck = {
  key: 'port',
  name: 'Port',
  group: 'Machine',
  async run({ env: { port: number, host } }) {
    const fault = await listenFault(number, host);
    if (fault === undefined) return ok(`${number} is free; the shop does not run`);
    if (fault === 'EACCES')
      return failing(`${number} needs root`, 'Set PORT to one above 1023, with a proxy in front.');
    if (fault !== 'EADDRINUSE') return failing(`${host}: ${fault}`, 'Set HOST to an address of this machine.');
    if (await isShop(number, host)) return ok(`The shop answers on ${number}`);
    return failing(`Another program uses ${number}`, 'Stop that program or set PORT to another port.');
  },
};

/** The code of the error with which listening on the port fails; undefined if the port is free. */
const listenFault = (number: number, host: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(number, host, () => server.close(() => resolve(undefined)));
  });

/** Whether the shop answers on this port. Its address is worked out as in `scripts/healthcheck.js`. */
const isShop = async (number: number, host: string): Promise<boolean> => {
  const own = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const address = `http://${own.includes(':') ? `[${own}]` : own}:${number}/healthz`;
  const response = await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return response?.ok === true && (await response.text()).includes('"status"');
};

const permissions: HealthCheck = {
  key: 'permissions',
  name: 'Database permissions',
  group: 'Data',
  needsDatabase: true,
  async run({ db }) {
    const { rows } = await sql<{
      version: number;
      mayCreate: boolean;
      mayAddSchema: boolean;
      trigrams: boolean;
      isReplica: boolean;
    }>`
      select current_setting('server_version_num')::int / 10000 as version,
        has_schema_privilege('public', 'create') as "mayCreate",
        has_database_privilege(current_database(), 'create') or to_regnamespace('jobs') is not null as "mayAddSchema",
        exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams,
        pg_is_in_recovery() as "isReplica"`.execute(db);
    const { version = 0, mayCreate, mayAddSchema, trigrams, isReplica } = rows[0] ?? {};
    if (version < 15) return failing(`PostgreSQL ${version}`, 'Spruce needs PostgreSQL 15 or later.');
    if (isReplica) return failing('DATABASE_URL names a replica, which takes no writes', 'Name the primary.');
    if (!trigrams)
      return failing(
        'The extension pg_trgm is not available',
        'Install the package postgresql-contrib on its machine.',
      );
    if (mayCreate && mayAddSchema) return ok('Tables and the schema of the jobs can be created');
    return failing(
      'The user may not create tables',
      'Run “alter database NAME owner to USER”, or grant create on the database and its schema public.',
    );
  },
};

const pooler: HealthCheck = {
  key: 'pooler',
  name: 'Direct connection',
  group: 'Data',
  needsDatabase: true,
  async run({ env }) {
    if (env.databaseUrl === undefined) return off('Only for a server of PostgreSQL');
    const variable = directVariable(env);
    try {
      await refusePooler(directConnection(env), variable);
      return ok(`${variable} leads to the server itself`);
    } catch (error) {
      const cause = error instanceof StartFault ? error.cause : error; // the fault of a pooler has no cause
      if (cause !== undefined)
        return failing(`${variable}: ${reasonOf(cause)}`, 'Check its host, port, user, password and name.');
      const advice = 'Set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself.';
      return failing(`${variable} goes through a connection pooler in transaction mode`, advice);
    }
  },
};

/** The checks that matter only before the shop runs. */
export const startChecks: readonly HealthCheck[] = [node, folder, restore, port, permissions, pooler];
