import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { importForms } from '#forms/import-export/import-forms.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { zipStream } from '#platform/storage/zip-stream.server.ts';
import { bigFormFile } from './big-form.ts';

const importedForms = 200;

/** Seconds that a zip with as many such forms takes to be imported, and again, which changes nothing. */
export async function timeImport(db: Db): Promise<{ seconds: number; again: number; bytes: number }> {
  const parts = Array.from({ length: importedForms }, (_, number) => ({
    name: `forms/imported-${number}.json`,
    content: [bigFormFile(`imported-${number}`)],
  }));
  const zip = await buffer(Readable.from(zipStream(parts)));
  const imported = async (): Promise<number> => {
    const begun = performance.now();
    const method = 'replace' as const;
    await importForms(db, {
      zip,
      zipName: 'forms.zip',
      method,

      isDryRun: false,
      at: new Date(),
      context: null,
    });
    return (performance.now() - begun) / 1_000;
  };
  return { seconds: await imported(), again: await imported(), bytes: zip.length };
}
