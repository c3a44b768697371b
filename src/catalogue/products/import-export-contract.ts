import { z } from 'zod';
import { listFormat } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { chosenColumns, tableFileInfo } from '#lib/table-file.ts';
import { productsFilter } from './contract.ts';

/* The import and export of catalogue files (docs/catalogue-file.md). The room `import` implements these endpoints. */

export const exportProducts = endpoint('GET', '/v1/manage-products/export', {
  access: 'ManageCartProducts',
  summary:
    'The filtered products as a file that can be imported again, with a row for each item. Purchase prices need ManageCartStock or ViewReports.',
  download: ['csv', 'xlsx'],
  query: productsFilter.extend({ format: listFormat.default('csv') }),
});

const remark = z.object({ row: z.int(), column: z.string(), message: z.string() });

export const importReport = z.object({
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  left: z.int(),
  /** The first 500 new or changed products. */
  changes: z.array(z.object({ url: z.string(), name: z.string(), isNew: z.boolean(), columns: z.array(z.string()) })),
  warnings: z.array(remark),
  faults: z.array(remark),
  faultCount: z.int(),
  isWritten: z.boolean(),
  read: tableFileInfo.optional().meta({ description: 'How the file was read.' }),
});
export type ImportReport = z.output<typeof importReport>;

/**
 * `checking` compares the file with the shop, `checked` waits for the user, `importing` writes everything or nothing. An
 * import that has `failed` has changed nothing.
 */
export const importStates = ['checking', 'checked', 'importing', 'done', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

export const productImport = z.object({
  id: z.string(),
  state: z.enum(importStates),
  fileName: z.string(),
  startedBy: z.string(),
  isOwn: z.boolean(),
  rowsDone: z.int(),
  /** 0 until the file has been read. */
  rowsTotal: z.int(),
  /** Whether `rowsDone` counts written rows rather than compared ones. */
  isWriting: z.boolean(),
  /** Whether the process has stopped; another one retries within minutes. */
  isInterrupted: z.boolean(),
  /** How many products are new; if there are faults, nothing is written. */
  added: z.int(),
  changed: z.int(),
  faultCount: z.int(),
  refusal: z.string().nullable(),
});
export type ProductImport = z.output<typeof productImport>;

const path = '/v1/manage-products/imports';
const params = z.object({ id: z.guid() });
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const importTemplate = endpoint('GET', `${path}/template`, {
  access: 'ManageCartProducts',
  summary: 'A file with all columns that can be imported, and an example product that the shop does not show.',
  download: ['csv', 'xlsx'],
  query: z.object({ format: listFormat.default('csv') }),
});

export const uploadImport = endpoint('POST', path, {
  access: 'ManageCartProducts',
  summary:
    'Uploads a CSV or Excel (.xlsx) file of at most 64 MB, which is checked in the background. Only one import can run at a time.',
  query: z.object({ fileName: z.string().max(255).default('products.csv') }),
  file: ['text/csv', xlsxType],
  reply: productImport,
  status: 202,
});

export const readCurrentImport = endpoint('GET', `${path}/current`, {
  access: 'ManageCartProducts',
  summary: "The running import of any user; otherwise the caller's last one, until it is dismissed.",
  reply: z.object({ current: productImport.nullable() }),
});

export const readImport = endpoint('GET', `${path}/{id}`, {
  access: 'ManageCartProducts',
  summary: 'An import with its report: what it would change, or has changed, and its faults.',
  params,
  reply: productImport.extend({ report: importReport.nullable() }),
});

export const recheckImport = endpoint('POST', `${path}/{id}/check`, {
  access: 'ManageCartProducts',
  summary: "Checks the caller's own file again with these columns; null leaves a column out.",
  params,
  body: z.object({ columns: chosenColumns }),
  reply: productImport,
  status: 202,
});

export const startImport = endpoint('POST', `${path}/{id}/start`, {
  access: 'ManageCartProducts',
  summary: "Writes the caller's own checked file in the background, all of it or nothing. Stock needs ManageCartStock.",
  params,
  reply: productImport,
  status: 202,
});

export const cancelImport = endpoint('POST', `${path}/{id}/cancel`, {
  access: 'ManageCartProducts',
  summary:
    'Cancels a running import, also one that another user has started; nothing is written. Returns 409 if it has already finished.',
  params,
  reply: productImport,
});

export const dismissImport = endpoint('DELETE', `${path}/{id}`, {
  access: 'ManageCartProducts',
  summary: "Dismisses the caller's own import and deletes its file, unless it is running.",
  params,
});
