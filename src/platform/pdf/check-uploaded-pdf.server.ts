import { Problem } from '#lib/api/problem.ts';

export const maxPdfBytes = 10 * 1024 * 1024;

export const pdfSentences = {
  tooLarge: 'A document must be at most 10 MB.',
  notPdf: 'Documents must be PDF files.',
  damaged: 'This PDF is damaged or not complete. Please save it again and upload it once more.',
  encrypted: 'This PDF is protected by a password. Please upload one that everybody can open.',
};

/** Other bytes may surround a PDF: programs search this many bytes at either end of the file for its first and last mark. */
const margin = 1024;
/** The most bytes read of a trailer, or of the dictionary of a cross-reference stream; longer ones don't occur. */
const mostDictionary = 64 * 1024;

/**
 * Checks a document by its content, whatever its name: a complete PDF that opens without a password, at most 10 MB
 * (ISO 32000-1, 7.5: header, cross-reference and trailer). Throws `Problem` 400, 413 or 415 with a sentence for the user.
 */
export function checkPdf(bytes: Buffer): void {
  if (bytes.length > maxPdfBytes) throw new Problem(413, pdfSentences.tooLarge);
  const start = bytes.subarray(0, margin).indexOf('%PDF-');
  if (start < 0) throw new Problem(415, pdfSentences.notPdf);
  const end = bytes.subarray(-margin).toString('latin1');
  if (!end.includes('%%EOF')) throw new Problem(400, pdfSentences.damaged);
  const trailer = trailerAt(bytes, start + Number(/startxref\s+(\d+)\s+%%EOF/.exec(end)?.[1] ?? Number.NaN));
  if (trailer === undefined || !/\/Root\b/.test(trailer)) throw new Problem(400, pdfSentences.damaged);
  if (/\/Encrypt\b/.test(trailer)) throw new Problem(400, pdfSentences.encrypted);
}

/** The text of the trailer that belongs to the cross-reference table or stream at `place`; undefined if there is neither. */
function trailerAt(bytes: Buffer, place: number): string | undefined {
  if (!Number.isSafeInteger(place) || place >= bytes.length) return undefined;
  const head = bytes.toString('latin1', place, place + margin).trimStart();
  if (/^\d+ \d+ obj\b/.test(head)) {
    const end = bytes.indexOf('stream', place);
    return end < 0 ? undefined : bytes.toString('latin1', place, Math.min(end, place + mostDictionary));
  }
  if (!head.startsWith('xref')) return undefined;
  const at = bytes.indexOf('trailer', place);
  const end = bytes.indexOf('startxref', at);
  return at < 0 || end < 0 ? undefined : bytes.toString('latin1', at, Math.min(end, at + mostDictionary));
}
