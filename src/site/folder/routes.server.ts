import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dayOf } from '#lib/day.ts';
import { Problem } from '#lib/api/problem.ts';
import type { Deps } from '#platform/deps.server.ts';
import { receivedPieces } from '#platform/http/received-pieces.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { zipStream } from '#platform/storage/zip-stream.server.ts';
import * as contract from './contract.ts';
import { exportSite } from './export-site.server.ts';
import { importSite } from './import-site.server.ts';
import { problemOf } from './json-file.server.ts';
import { zipSource } from './zip-source.server.ts';

type FolderDeps = Pick<Deps, 'db' | 'files' | 'clock' | 'changes'> & Partial<Pick<Deps, 'jobs'>>;

/** Exports and imports the whole site as a zip. */
export function siteFolderRoutes(on: RegisterEndpoint, deps: FolderDeps): void {
  on(contract.downloadSite, async ({ reply }) =>
    reply
      .header('content-disposition', `attachment; filename="site-${dayOf(deps.clock.now())}.zip"`)
      .header('content-type', 'application/zip')
      .send(Readable.from(zipStream(await exportSite(deps)))),
  );
  on(contract.importSite, async ({ query, request, context }) => {
    const { largestZip, folderSentences } = contract;
    if (Number(request.headers['content-length']) > largestZip) throw new Problem(413, folderSentences.tooLarge);
    const { body } = request;
    if (!(body instanceof Readable)) throw new Problem(400, folderSentences.choose);
    return withFile(body, async (path) => {
      const source = await zipSource(path);
      try {
        const isTrial = query.trial === 'true';
        const { faults, ...result } = await importSite(deps, source, { context, isTrial, seal: query.seal });
        if (faults.length > 0) throw problemOf(faults);
        return result;
      } finally {
        source.close();
      }
    });
  });
}

/** Writes an upload to a file for the duration of `work`. Throws `Problem` 413 if it is too large, and 400 if it is empty or incomplete. */
async function withFile<T>(sent: Readable, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-site-'));
  try {
    const path = join(folder, 'site.zip');
    await pipeline(limited(sent), createWriteStream(path));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* limited(sent: Readable): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of receivedPieces(sent, contract.folderSentences.cutOff)) {
    size += piece.length;
    if (size > contract.largestZip) throw new Problem(413, contract.folderSentences.tooLarge);
    yield piece;
  }
  if (size === 0) throw new Problem(400, contract.folderSentences.choose);
}
