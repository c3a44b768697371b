import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { machineMemory } from '#platform/process/machine-memory.server.ts';
import { dayMs } from '#lib/durations.ts';
import { countText } from '#lib/text/count-text.ts';
import { formatSize } from '#lib/uploads.ts';
import { askServer, failing, type HealthCheck, off, ok, type Outcome, reasonOf, warning } from './check.server.ts';

const minute = 60;
const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;

const files: HealthCheck = {
  key: 'files',
  name: 'Files',
  group: 'Data',
  keepSeconds: minute,
  async run({ files: store, env }) {
    const place = env.s3Bucket === undefined ? 'The folder DATA_DIR/files' : `The bucket ${env.s3Bucket}`;
    const key = `health/${randomBytes(8).toString('hex')}`;
    const start = performance.now();
    try {
      await store.put(key, Buffer.from(key), 'text/plain');
      const read = await store.get(key);
      await store.remove(key);
      if (read?.toString() !== key)
        return failing(`${place} returns something else than was written`, 'Check the store.');
      return ok(`${place} can be written and read, in ${Math.round(performance.now() - start)} ms`);
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      const advice =
        env.s3Bucket === undefined
          ? 'The user that runs the shop must own this folder, and its disk must not be full or read-only.'
          : 'Check S3_ENDPOINT, S3_REGION, the keys and what they may do: put, get, delete and list objects.';
      return failing(`${place}: ${reasonOf(cause)}`, advice);
    }
  },
};

const disk: HealthCheck = {
  key: 'disk',
  name: 'Disk',
  group: 'Machine',
  async run({ env }) {
    const { bavail, blocks, bsize } = await statfs(env.dataDir);
    const [free, all] = [bavail * bsize, blocks * bsize];
    const share = all > 0 ? free / all : 1;
    const figure = `${formatSize(free)} of ${formatSize(all)} free where DATA_DIR is (${Math.round(share * 100)}%)`;
    const advice = 'Free some space or enlarge the disk: when it is full, no order can be taken.';
    if (free < gigabyte / 2) return failing(figure, advice);
    return free < 3 * gigabyte || share < 0.05 ? warning(figure, advice) : ok(figure);
  },
};

/** Memory of this process' container that only caches files. It counts towards the container's limit, but is freed when memory is needed. */
export function reclaimableMemory(root = '/'): number {
  try {
    const folder = /^0::(.*)$/m.exec(readFileSync(join(root, 'proc/self/cgroup'), 'utf8'))?.[1] ?? '';
    const stat = readFileSync(join(root, 'sys/fs/cgroup', folder, 'memory.stat'), 'utf8');
    return Number(/^inactive_file (\d+)$/m.exec(stat)?.[1] ?? 0);
  } catch {
    return 0; // not Linux, or cgroups of version 1
  }
}

const memory: HealthCheck = {
  key: 'memory',
  name: 'Memory and load',
  group: 'Machine',
  async run() {
    const all = machineMemory();
    const free = process.availableMemory() + (all < totalmem() ? reclaimableMemory() : 0);
    const [load = 0] = loadavg();
    const cores = availableParallelism();
    const used = formatSize(process.memoryUsage.rss());
    const figure = `This process uses ${used}, ${formatSize(free)} of ${formatSize(all)} free; load ${load.toFixed(1)} on ${countText(cores, 'core')}`;
    if (free < 64 * megabyte)
      return failing(figure, 'The system may end processes. Stop something else or add memory.');
    if (free < 0.05 * all) return warning(figure, 'Stop something else on this machine or add memory.');
    return load > 3 * cores
      ? warning(figure, 'The machine has more work than it can do; see what else runs on it.')
      : ok(figure);
  },
};

interface Certificate {
  validTo: Date;
  /** Why a browser would refuse the certificate; undefined if it would accept it. */
  fault: string | undefined;
}

/** The certificate that visitors are shown. */
function readCertificate({ hostname, port }: URL): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const servername = isIP(host) === 0 ? { servername: host } : {};
    // A certificate that browsers would refuse must be read, too, to say why they refuse it.
    const socket = connect({
      host,
      port: Number(port || 443),
      ...servername,
      rejectUnauthorized: false,
      timeout: 2_500,
    });
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const { authorized, authorizationError: fault } = socket;
      socket.destroy();
      resolve({ validTo: new Date(validTo), fault: authorized ? undefined : String(fault) });
    });
    socket.once('timeout', () => socket.destroy(new Error('No answer.')));
    socket.once('error', reject);
  });
}

const loopback = /^(?:localhost|127\..*|\[::1\])$/;

const encrypt = `${askServer} put a proxy with a certificate in front, and to set PUBLIC_URL to its https address.`;

const certificate: HealthCheck = {
  key: 'certificate',
  name: 'Certificate',
  group: 'Machine',
  keepSeconds: 60 * minute,
  async run({ env, clock }): Promise<Outcome> {
    const url = new URL(env.publicUrl);
    if (url.protocol !== 'https:') {
      if (loopback.test(url.hostname))
        return off('Not needed on this machine alone', `Needed before customers come. ${encrypt}`);
      return warning(`${env.publicUrl} is not encrypted`, `Others could read what visitors send. ${encrypt}`);
    }
    const read = await readCertificate(url).catch(reasonOf);
    if (typeof read === 'string')
      return off(`${url.host} cannot be reached from here: ${read}`, 'If visitors can reach it, this is harmless.');
    const days = Math.floor((read.validTo.getTime() - clock.now().getTime()) / dayMs);
    const advice = 'Renew it: run the renewal of your proxy by hand and read what it says.';
    if (days < 0) return failing(`Expired ${countText(-days, 'day')} ago`, advice);
    const figure = `Valid for another ${countText(days, 'day')}`;
    if (read.fault !== undefined)
      return failing(
        `${figure}, but refused: ${read.fault}`,
        'It must name this host and come with the certificates above it.',
      );
    if (days < 7) return failing(figure, advice);
    return days < 21 ? warning(figure, advice) : ok(figure);
  },
};

const limits: HealthCheck = {
  key: 'limits',
  name: 'Request limits',
  group: 'Machine',
  async run({ env }) {
    if (env.rateLimit) return ok('On');
    return warning(
      'Off',
      'Remove RATE_LIMIT=off: it is for load tests only, and lets anybody try passwords without end.',
    );
  },
};

export const machineChecks: readonly HealthCheck[] = [files, disk, memory, certificate, limits];
