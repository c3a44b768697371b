import { expect } from 'vitest';
import type { ImportReport, ProductImport } from '#catalogue/products/import-export-contract.ts';
import type { Answer, TestApp } from './app.ts';

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const path = '/v1/manage-products/imports';

export type ReadImport = ProductImport & { report: ImportReport | null };

/** Uploads product files like the page does, and runs the resulting jobs. */
export function importClient({ ask, deps }: Pick<TestApp, 'ask' | 'deps'>) {
  const send = (file: string | Buffer, token: string): Promise<Answer<ReadImport>> => {
    const headers = { 'content-type': typeof file === 'string' ? 'text/csv' : xlsx };
    return ask<ReadImport>('POST', `${path}?fileName=p.csv`, { token, headers, body: file });
  };
  const start = (id: string, token: string) => ask<ReadImport>('POST', `${path}/${id}/start`, { token });
  const read = async (id: string, token: string) => (await ask<ReadImport>('GET', `${path}/${id}`, { token })).body;
  const current = async (token: string) =>
    (await ask<{ current: ProductImport | null }>('GET', `${path}/current`, { token })).body.current;
  const cancel = (id: string, token: string) => ask<ReadImport>('POST', `${path}/${id}/cancel`, { token });
  const dismiss = (id: string, token: string) => ask('DELETE', `${path}/${id}`, { token });

  /** Checks the same file again with other columns. */
  async function recheck(id: string, columns: (string | null)[], token: string): Promise<ReadImport> {
    expect((await ask('POST', `${path}/${id}/check`, { token, body: { columns } })).status).toBe(202);
    await deps.jobs.finishAll();
    return read(id, token);
  }

  /** The preview of a file's changes. */
  async function check(csv: string | Buffer, token: string): Promise<ReadImport> {
    const { status, body } = await send(csv, token);
    expect(status).toBe(202);
    await deps.jobs.finishAll();
    return read(body.id, token);
  }

  /** The result of importing a file; with faults, nothing is changed. */
  async function bring(csv: string | Buffer, token: string): Promise<ReadImport> {
    const checked = await check(csv, token);
    if (checked.state !== 'checked' || checked.faultCount > 0) return checked;
    expect((await start(checked.id, token)).status).toBe(202);
    await deps.jobs.finishAll();
    return read(checked.id, token);
  }

  return { send, start, read, current, cancel, dismiss, check, recheck, bring };
}
