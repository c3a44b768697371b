import { expect, test } from 'vitest';
import { fileRules } from '#lib/uploads.ts';
import { isRefused, takeFiles } from './uploads.ts';

const file = (name: string, size = 1): File => new File(['x'.repeat(size)], name);

test('files over the limit are left out and counted', () => {
  const first = takeFiles([], [file('1.pdf'), file('2.pdf'), file('3.pdf')], fileRules);
  expect(first.cut).toBe(0);
  const more = takeFiles(first.uploads, [file('4.pdf'), file('5.pdf'), file('6.pdf'), file('7.pdf')], fileRules);
  expect(more.uploads.map(({ origFileName }) => origFileName)).toEqual(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf']);
  expect(more.cut).toBe(2);
  expect(takeFiles(more.uploads, [file('8.pdf')], fileRules)).toEqual({ uploads: more.uploads, cut: 1 });
});

test('refused files don’t count towards the limit', () => {
  const { uploads, cut } = takeFiles([], [file('a.exe'), file('b.exe'), file('1.pdf'), file('2.pdf')], {
    ...fileRules,
    maxFiles: 1,
  });
  expect(uploads.filter((upload) => !isRefused(upload)).map(({ origFileName }) => origFileName)).toEqual(['1.pdf']);
  expect(cut).toBe(1);
  expect(takeFiles(uploads.slice(0, 2), [file('3.pdf')], { ...fileRules, maxFiles: 1 }).cut).toBe(0);
});

test('refused files stay listed with their reason, and all ids are unique', () => {
  const { uploads } = takeFiles([], [file('a.exe'), file('a.pdf'), file('a.pdf', 100_001)], fileRules);
  expect(uploads.map(({ fault }) => fault)).toEqual(['File type is not supported.', undefined, 'File is too large.']);
  expect(new Set(uploads.map(({ id }) => id)).size).toBe(3);
});
