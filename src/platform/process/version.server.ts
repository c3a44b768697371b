import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program's version, as `package.json` says it. */
export function programVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version; // npm requires it
}
