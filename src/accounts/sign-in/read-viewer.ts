import type { Viewer } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import type { showViewer } from '../contract.ts';

/** Asks the server who is signed in. */
export async function readViewer(): Promise<Viewer | null> {
  return (await call<typeof showViewer>('GET /v1/core/auth/viewer', {}, { isQuiet: true })).viewer;
}
