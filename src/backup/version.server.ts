import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this program. */
export function appVersion(): string {
  const path = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version; // npm requires it
}
