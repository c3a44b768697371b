import { totalmem } from 'node:os';

/** Bytes of memory of this machine, or of the container if that has less. */
export function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
