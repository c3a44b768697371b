import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { FormPage } from './form-page.ts';
import { nameOf } from './big-form.ts';

export interface SurveyServer {
  origin: string;
  /** Bytes of its script, with gzip. */
  scriptBytes: number;
  stop: () => Promise<void>;
}

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css' };

/** Builds SurveyJS's page for production and serves it from memory. */
export async function serveSurvey(): Promise<SurveyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'spruce-survey-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(import.meta.dirname, 'tools/survey-page.tsx'),
        output: { entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
      },
    },
  });
  const files = new Map(
    await Promise.all(
      (await readdir(folder)).map(async (name) => [`/${name}`, gzipSync(await readFile(join(folder, name)))] as const),
    ),
  );
  await rm(folder, { recursive: true });
  return listen(files);
}

const document =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SurveyJS</title><link rel="stylesheet" href="/page.css"></head>' +
  '<body><div id="root"></div><script type="module" src="/page.js"></script></body></html>';

async function listen(files: ReadonlyMap<string, Buffer>): Promise<SurveyServer> {
  const page = gzipSync(document);
  const server = createServer(({ url = '/' }, response) => {
    const [path = '/'] = url.split('?');
    const type = types[path.split('.')[1] ?? ''] ?? 'text/html';
    response.setHeader('content-encoding', 'gzip').setHeader('content-type', `${type}; charset=utf-8`);
    response.end(files.get(path) ?? page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    origin: `http://127.0.0.1:${port}`,
    scriptBytes: files.get('/page.js')?.length ?? 0,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const field = (number: number): string => `[data-name="${nameOf(number)}"]`;
const radio = (number: number, value: boolean): string => `${field(number)} input[value="${value}"]`;

/** It draws only what is near the screen. */
export const surveyPage = (origin: string): FormPage => ({
  url: `${origin}/`,
  field,
  input: (number) => `${field(number)} input`,
  yes: (number) => radio(number, true),
  no: (number) => radio(number, false),
  submit: '.sd-navigation__complete-btn',
  lastField: 1,
  lastSwitched: 3,
});
