import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { Problem } from '#lib/api/problem.ts';
import { checkPdf, maxPdfBytes, pdfSentences } from './check-uploaded-pdf.server.ts';

const sheet = await readFile(new URL('../../../demo/documents/kitchen-degreaser-sds.pdf', import.meta.url));

const refusal = (bytes: Buffer): [number, string] | undefined => {
  try {
    checkPdf(bytes);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [error.status, error.message];
  }
};
const changed = (from: string, to: string): Buffer => Buffer.from(sheet.toString('latin1').replace(from, to), 'latin1');

/** A file whose cross-reference is a stream, as in PDF 1.5 and later. */
function withStream(dictionary: string): Buffer {
  const head = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
  return Buffer.from(
    `${head}2 0 obj\n<< /Type /XRef ${dictionary} >>\nstream\nx\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`,
  );
}

test('accepts a complete PDF, with a cross-reference table or stream, and with bytes before it', () => {
  expect(refusal(sheet)).toBeUndefined();
  expect(refusal(withStream('/Root 1 0 R /Size 3'))).toBeUndefined();
  expect(refusal(Buffer.concat([Buffer.from('junk\n'), sheet]))).toBeUndefined();
});

test.each([
  [
    'a program with another name',
    Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(4096, 1)]),
    415,
    pdfSentences.notPdf,
  ],
  ['nothing', Buffer.alloc(0), 415, pdfSentences.notPdf],
  ['a web page', Buffer.from('<html>%%EOF</html>'), 415, pdfSentences.notPdf],
  ['half of a file', sheet.subarray(0, sheet.length / 2), 400, pdfSentences.damaged],
  ['one whose middle is gone', Buffer.concat([sheet.subarray(0, 900), sheet.subarray(-60)]), 400, pdfSentences.damaged],
  ['one with a password', changed('/Root', '/Encrypt 9 0 R /Root'), 400, pdfSentences.encrypted],
  ['one of PDF 1.5 with a password', withStream('/Root 1 0 R /Encrypt 9 0 R'), 400, pdfSentences.encrypted],
  ['a scan of more than 10 MB', Buffer.concat([sheet, Buffer.alloc(maxPdfBytes)]), 413, pdfSentences.tooLarge],
])('%s is refused with a sentence', (_, bytes, status, sentence) => {
  expect(refusal(bytes)).toEqual([status, sentence]);
});
