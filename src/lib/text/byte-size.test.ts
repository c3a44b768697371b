import { expect, test } from 'vitest';
import { byteSize } from './byte-size.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1.0 kB'],
  [4_249_000, '4.2 MB'],
  [120_400_000_000, '120 GB'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});
