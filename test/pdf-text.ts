import { inflateSync } from 'node:zlib';

interface PdfObject {
  head: string;
  stream: Buffer | undefined;
}

/** The objects of a PDF written by our own writer: plain ones, and streams, deflated or not. */
function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const raw = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const { 1: id, index } of raw.matchAll(/^(\d+) 0 obj$/gm)) {
    const whole = raw.slice(index, raw.indexOf('\nendobj', index));
    const at = whole.indexOf('\nstream\n');
    const head = at < 0 ? whole : whole.slice(0, at);
    const bytes = Buffer.from(whole.slice(at + 8, whole.lastIndexOf('\nendstream')), 'latin1');
    const stream = at < 0 ? undefined : head.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
    objects.set(Number(id), { head, stream });
  }
  return objects;
}

/** The text of each glyph of a font, by its ToUnicode table. */
function meaningOf(font: PdfObject | undefined, objects: Map<number, PdfObject>): string[] {
  const table = /\/ToUnicode (\d+) 0 R/.exec(font?.head ?? '')?.[1];
  const text = objects.get(Number(table))?.stream?.toString('latin1') ?? '';
  const meaning: string[] = [];
  for (const [, from = '0', list = ''] of text.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    // the code points of a glyph are separated by spaces, and a glyph without text is empty
    for (const [place, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const letters = Buffer.from(hex.replaceAll(' ', ''), 'hex');
      meaning[Number.parseInt(from, 16) + place] = letters.swap16().toString('utf16le');
    }
  }
  return meaning;
}

/** The texts of each page of a PDF written by our own writer, one line for each piece that was written. */
export function pdfText(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const all = [...objects.values()];
  return all
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const content = objects.get(Number(/\/Contents (\d+) 0 R/.exec(head)?.[1]));
      const resources = objects.get(Number(/\/Resources (\d+) 0 R/.exec(head)?.[1]))?.head ?? '';
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, objects.get(Number(id))]),
      );
      return readContent(content?.stream?.toString('latin1') ?? '', (name) => meaningOf(fonts.get(name), objects));
    });
}

/** The colours of a PDF written by our own writer, as `#0b3b3c`. */
export function pdfColours(pdf: Buffer): Set<string> {
  const contents = [...objectsOf(pdf).values()].map(({ stream }) => stream?.toString('latin1') ?? '').join('\n');
  const channel = (part: string): string =>
    Math.round(Number(part) * 255)
      .toString(16)
      .padStart(2, '0');
  return new Set(
    [...contents.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) (?:scn|SCN)$/gm)].map(
      ([, red = '', green = '', blue = '']) => `#${channel(red)}${channel(green)}${channel(blue)}`,
    ),
  );
}

/** The fonts that a PDF written by our own writer embeds: `Figtree-Regular`. */
export const pdfFonts = (pdf: Buffer): Set<string> =>
  new Set([...objectsOf(pdf).values()].flatMap(({ head }) => /\/BaseFont \/[A-Z]+\+(\S+)/.exec(head)?.[1] ?? []));

/** The sizes of the pictures that a PDF written by our own writer embeds: `150 x 150`. */
export const pdfPictures = (pdf: Buffer): string[] =>
  [...objectsOf(pdf).values()]
    .filter(({ head }) => head.includes('/Subtype /Image'))
    .map(({ head }) => [/\/Width (\d+)/, /\/Height (\d+)/].map((part) => part.exec(head)?.[1]).join(' x '));

function readContent(content: string, meaningFor: (font: string) => string[]): string {
  let meaning: string[] = [];
  const lines: string[] = [];
  for (const [, font, glyphList] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*)\] TJ/g)) {
    if (font !== undefined) meaning = meaningFor(font);
    const glyphs = [...(glyphList ?? '').matchAll(/<([0-9a-f]+)>/gi)].flatMap(
      ([, hex = '']) => hex.match(/.{4}/g) ?? [],
    );
    if (glyphList !== undefined) lines.push(glyphs.map((glyph) => meaning[Number.parseInt(glyph, 16)] ?? '').join(''));
  }
  return lines.join('\n');
}
