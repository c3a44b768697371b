import { excelType } from '#lib/table-file.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { Problem } from '#lib/api/problem.ts';
import { uploadWithProgress } from '#lib/api/upload.ts';
import type { ProductImport } from '#catalogue/products/import-export-contract.ts';

interface UploadOptions {
  /** Gets the fraction sent so far, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Compresses the file: catalogues are repetitive, so the upload takes a tenth of the time on slow connections. */
const compress = (file: File): Promise<Blob> =>
  new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();

/** Uploads a file for the check. Rejects with `Problem`; its status is 0 if the upload was aborted or did not arrive. */
export async function sendFile(file: File, { onProgress, signal }: UploadOptions): Promise<ProductImport> {
  const body = await compress(file).catch(() => {
    throw new Problem(0, `${file.name} could not be read.`);
  });
  const isExcel = /\.xls[xm]?$/i.test(file.name);
  const headers = { 'content-type': isExcel ? excelType : 'text/csv', 'content-encoding': 'gzip' };
  const url = urlOf('/v1/manage-products/imports', { query: { fileName: file.name.slice(-255) } });
  return (await uploadWithProgress(url, { headers, body, onProgress, signal })) as ProductImport; // the server encoded it with this schema
}
