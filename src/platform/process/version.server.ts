import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFile = join(import.meta.dirname, '../../../package.json');

/** The program's version, from `package.json`. */
export const programVersion: string = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version; // our own file
