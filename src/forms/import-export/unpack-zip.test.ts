import { expect, test } from 'vitest';
import { makeZip, type ZipFile } from '../../../test/make-zip.ts';
import { openZip } from './unpack-zip.server.ts';

const content = '{}';
const read = async (files: readonly ZipFile[]) => {
  const { names, faults } = await openZip(makeZip(files), 'forms.zip');
  return { names, faults: faults.map(({ path }) => path) };
};
const ofMac = [
  '__MACOSX/',
  '__MACOSX/._forms',
  '__MACOSX/forms/._one.json',
  '.DS_Store',
  'forms/.DS_Store',
  'forms/._one.json',
];
const files = (names: readonly string[]) => names.map((name) => ({ name, content: name.endsWith('/') ? '' : content }));

test.each([
  ['with only forms', ['forms/one.json']],
  ['made by macOS', ['forms/', 'forms/one.json', ...ofMac]],
  ['with one folder around it', ['ours/', 'ours/forms/', 'ours/forms/one.json']],
  [
    'with both',
    ['ours/', '__MACOSX/ours/._forms', 'ours/.DS_Store', 'ours/forms/', 'ours/forms/.DS_Store', 'ours/forms/one.json'],
  ],
])('a zip %s is read', async (_how, names) => {
  expect(await read(files(names))).toEqual({ names: ['forms/one.json'], faults: [] });
});

test.each([
  ['a zip with two folders around the forms', ['a/b/forms/one.json']],
  ['a zip with a parent folder', ['../forms/one.json']],
  ['a zip with a folder around only some files', ['ours/forms/one.json', 'readme.txt']],
])('%s is refused', async (_what, names) => {
  expect(await read(files(names))).toEqual({ names: [], faults: names });
});
