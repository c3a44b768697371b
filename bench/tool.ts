import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(new URL('./tools/', import.meta.url));

/** A package of `bench/tools`, which only `npm run bench` installs; `T` says what is used of it. */
export const tool = <T>(name: string): Promise<T> => import(pathToFileURL(require.resolve(name)).href) as Promise<T>; // T is ours to state
