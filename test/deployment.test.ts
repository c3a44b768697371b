import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEnv, variableNames } from '#platform/process/env.server.ts';

/** The parts of a compose file that the tests look at. */
interface Service {
  image: string;
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

const read = (file: string): string => readFileSync(file, 'utf8');
const compose = (file: string): Compose => parse(read(file), { merge: true }) as Compose; // checked by the tests below

const filled: Record<string, string> = {
  PUBLIC_URL: 'https://shop.example.com.au',
  POSTGRES_PASSWORD: 'password',
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'administrator-1',
  S3_ACCESS_KEY_ID: 'spruce',
  S3_SECRET_ACCESS_KEY: 'secret',
};

/** Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?reason}` as Compose does. */
const substitute = (value: string, given: Record<string, string>): string =>
  value.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string | undefined, text: string = '') => {
    if (given[name]) return given[name];
    if (kind === '?') throw new Error(`${name} is missing: ${text}`);
    return text;
  });

const settingsOf = ({ environment = {} }: Service, given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, substitute(value, given)]));

const dockerfile = read('Dockerfile');
const files = ['compose.yaml', 'compose.single.yaml'];
const nodesOf = ({ services }: Compose): Service[] =>
  Object.values(services).filter(({ image }) => image.startsWith('spruce:'));

describe.each(files)('%s', (file) => {
  const { services, volumes } = compose(file);
  const nodes = nodesOf({ services, volumes });

  test('starts the program with settings that it knows and takes', () => {
    expect(nodes).toHaveLength(file === 'compose.yaml' ? 2 : 1);
    for (const node of nodes) {
      const settings = settingsOf(node, filled);
      for (const name of Object.keys(settings)) expect(variableNames).toContain(name);
      expect(() =>
        readEnv({ ...settings, DATA_DIR: undefined, SESSION_SECRET: filled['SESSION_SECRET'] }),
      ).not.toThrow();
    }
  });

  test('passes on the first administrator and the key of backups; what is empty counts as not set', () => {
    const key = 'a key of at least thirty-two characters';
    for (const node of nodes) {
      expect(settingsOf(node, { ...filled, BACKUP_KEY: key })).toMatchObject({
        ADMIN_EMAIL: filled['ADMIN_EMAIL'],
        ADMIN_PASSWORD: filled['ADMIN_PASSWORD'],
        BACKUP_KEY: key,
      });
      const least = file === 'compose.yaml' ? filled : { PUBLIC_URL: 'https://shop.example.com.au' };
      const settings = { ...settingsOf(node, least), SESSION_SECRET: filled['SESSION_SECRET'] };
      expect(settings).toMatchObject({ BACKUP_KEY: '', SMTP_URL: '' });
      expect(readEnv(settings)).toMatchObject({ backupKey: undefined, smtpUrl: undefined });
    }
  });

  test('refuses to start while something required is not filled in', () => {
    for (const node of nodes) expect(() => settingsOf(node, {})).toThrow('PUBLIC_URL is missing');
  });

  test('runs the program on a read-only root, without privileges, with a writable data folder', () => {
    for (const node of nodes) {
      expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: [expect.stringMatching(/^\/tmp/)] });
      expect(node.user).toBeUndefined(); // the image's own, which is not root
      expect(node.volumes?.some((volume) => volume.endsWith(':/data'))).toBe(true);
    }
  });

  test('names volumes, services and files that exist', () => {
    for (const { volumes: mounts = [], depends_on: needs = [] } of Object.values(services)) {
      for (const mount of mounts) {
        const [from = ''] = mount.split(':');
        if (from.startsWith('./')) expect(existsSync(from)).toBe(true);
        else expect(Object.keys(volumes)).toContain(from);
      }
      for (const [name, { condition }] of Object.entries(Array.isArray(needs) ? {} : needs)) {
        expect(services[name]).toBeDefined();
        if (condition === 'service_healthy') expect(services[name]?.healthcheck).toBeDefined();
      }
      for (const name of Array.isArray(needs) ? needs : []) expect(services[name]).toBeDefined();
    }
  });

  test('opens only the ports of the proxy, which sends requests to every node', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    const { NODES = '' } = services['proxy']?.environment ?? {};
    const port = /EXPOSE (\d+)/.exec(dockerfile)?.[1];
    const names = Object.keys(services).filter((name) => services[name]?.image.startsWith('spruce:'));
    expect(NODES.split(' ')).toEqual(names.map((name) => `${name}:${port}`));
  });
});

test('the example of settings has exactly what compose.yaml requires, and nothing that it does not know', () => {
  const given = [...read('deploy/compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  const required = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const known = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  expect(given).toEqual(expect.arrayContaining(required));
  expect(known).toEqual(expect.arrayContaining(given));
});

test('the image listens on the default port, keeps data where the volume is, and runs files that it contains', () => {
  expect(dockerfile).toContain(`EXPOSE ${readEnv({ SESSION_SECRET: filled['SESSION_SECRET'] }).port}`);
  expect(dockerfile).toMatch(/ENV .*DATA_DIR=\/data$/m);
  expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  const allowed = [...read('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path = '']) => path);
  expect(allowed.filter((path) => !existsSync(path))).toEqual([]);
  expect(allowed).toEqual(expect.arrayContaining(['demo', 'starter-site', 'service-library'])); // what a first start reads
  const named = [...dockerfile.matchAll(/\bscripts\/\w+\.[jt]s|\bserver\.js/g)].map(([path]) => path);
  expect(named).toEqual(expect.arrayContaining(['server.js', 'scripts/healthcheck.js', 'scripts/prune.ts']));
  expect(named.filter((path) => !allowed.some((one) => path.startsWith(one)))).toEqual([]);
});

test('the image passes options on, written as for npm', () => {
  const checked = spawnSync(process.execPath, ['scripts/spruce.js', 'backup', '--', '--check', '/no/such.zip'], {
    env: { ...process.env, SESSION_SECRET: filled['SESSION_SECRET'] },
  });
  expect(String(checked.stderr)).toContain('/no/such.zip');
});

test('the service runs the program as its own user, with settings that it knows, and cannot write to its folder', () => {
  const unit = read('deploy/spruce.service');
  const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  for (const name of set.map((one) => one.split('=', 1)[0] ?? '')) {
    expect([...variableNames, 'NODE_ENV']).toContain(name);
  }
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/env node server\.js$/m);
  expect(unit).toMatch(/^ProtectSystem=strict$/m);
  expect(unit).toMatch(/^KillMode=mixed$/m); // else the database would get the signal too, while requests still need it
});

test('the examples of proxies keep no addresses of requests, which hold tokens', () => {
  const caddy = read('deploy/Caddyfile');
  expect(caddy.match(/^\s*log\b/gm)).toHaveLength(1); // what it says of its own errors
  for (const part of ['uri', 'headers']) expect(caddy).toContain(`request>${part} delete`);
  const [, plain = '', secure = ''] = read('deploy/nginx.conf').split(/^server \{/m);
  expect(plain).toContain('access_log off;');
  expect(secure).toContain('access_log off;');
  expect(secure).toMatch(/error_log \S+ alert;/); // less grave lines quote the request
});

test('shell scripts have no syntax errors and can be run', () => {
  for (const name of readdirSync('deploy').filter((one) => one.endsWith('.sh'))) {
    execFileSync('/bin/sh', ['-n', `deploy/${name}`]);
    expect(statSync(`deploy/${name}`).mode & 0o111).toBe(0o111);
  }
});
