import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoRules, endingOf, fileFault, fileRules, formatSize, imageRules, shortFileName } from './uploads.ts';

test.each([
  ['plan.pdf', 'plan.pdf'],
  ['floor-plans-01.pdf', 'floor-plans-01.pdf'], // 18 characters
  ['floor-plans-001.pdf', 'floor-plans-001....pdf'], // 19
  ['safety-data-sheet-2027.pdf', 'safety-data-shee...pdf'],
  ['a name without any ending', 'a name without a...'],
  ['report.final.version.2.docx', 'report.final.ver...docx'],
  ['Grundriß-Überblick-Ünder.PNG', 'Grundriß-Überbli...png'],
])('%s is short as %s', (name, short) => {
  expect(shortFileName(name)).toBe(short);
});

test('a short name is unchanged, a long one keeps its start and its extension', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const letters = [...name];
      const short = shortFileName(name);
      if (letters.length <= 18) expect(short).toBe(name);
      else expect(short).toBe(`${letters.slice(0, 16).join('')}...${endingOf(name).slice(1)}`);
    }),
  );
});

describe('fileFault', () => {
  const file = (name: string, size: number, type = '') => ({ name, size, type });

  test.each([
    ['a.docx', fileRules, undefined],
    ['A.PDF', fileRules, undefined],
    ['a.pptx', fileRules, 'File type is not supported.'],
    ['a.pptx', demoRules, undefined],
    ['a.exe', demoRules, 'File type is not supported.'],
    ['pdf', demoRules, 'File type is not supported.'],
    ['a.pdf.exe', demoRules, 'File type is not supported.'],
  ])('%s', (name, rules, fault) => {
    expect(fileFault(file(name, 1), rules)).toBe(fault);
  });

  test('accepts any image and nothing else for image/*', () => {
    expect(fileFault(file('a.webp', 1, 'image/webp'), imageRules)).toBeUndefined();
    expect(fileFault(file('a.png', 1, 'application/pdf'), imageRules)).toBe('File type is not supported.');
  });

  test.each([
    [fileRules, 100_000],
    [demoRules, 20_971_520],
  ])('accepts a file of exactly the maximum size', (rules, largest) => {
    expect(fileFault(file('a.pdf', largest), rules)).toBeUndefined();
    expect(fileFault(file('a.pdf', largest + 1), rules)).toBe('File is too large.');
  });

  test('refuses a file below the minimum size', () => {
    expect(fileFault(file('a.pdf', 9), { ...fileRules, minSize: 10 })).toBe('File is too small.');
    expect(fileFault(file('a.pdf', 0), fileRules)).toBeUndefined();
  });
});

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [100_000, '98 KB'],
  [20_971_520, '20 MB'],
  [3_250_586, '3.1 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
