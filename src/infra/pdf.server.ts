import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { once } from '#lib/once.ts';

/** The tokens that paper uses: ink on white, few tints, so that it prints well. */
export const inks = {
  heading: '#0b3b3c',
  text: '#0d2b2b',
  muted: '#46605f',
  line: '#d6d1c4',
  hairline: '#e8e4d9',
  sunken: '#f6f4ed',
  mint: '#dff5ea',
  onMint: '#065240',
} as const;

/** A4 in points (1/72 inch). */
export const page = { width: 595.28, height: 841.89, margin: 48 } as const;

export interface Style {
  face: 'text' | 'strong' | 'head';
  size: number;
  ink: string;
  /** Between lines, on top of what the face has; 2 where left out. */
  leading?: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'right';
}

/** Of the structure of a document (ISO 32000-1, 14.8.4). */
export type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'LI' | 'Figure';

/** A document being written. Coordinates are points from the upper left corner. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  /** Writes a text, wrapped to the box; answers the y below it. */
  write(text: string, box: Box, style: Style): number;
  /** Writes a text that is known to fit its line, and is not looked at for that again. */
  writeLine(text: string, at: Pick<Box, 'x' | 'y'>, style: Style): void;
  heightOf(text: string, width: number, style: Style): number;
  widthOf(text: string, style: Style): number;
  /** A line across the page, or from one x to another. */
  rule(ink: string, line: { y: number; from?: number; to?: number }): void;
  addPage(): void;
  /** What `draw` draws, on one page, is a paragraph, heading or picture to those who have it read to them. */
  tag(type: Tag, draw: () => void, alt?: string): void;
  /** What stands on a page because it is a page: not read aloud. */
  asPageHead(draw: () => void): void;
  /** Calls `draw` on each page once all are there. */
  onEachPage(draw: (number: number, of: number) => void): void;
  finish(): Promise<Buffer>;
}

export interface PaperOptions {
  title: string;
  author: string;
  /** Written into the file: the same input gives the same bytes. */
  createdAt: Date;
  /** Carries its structure: then all but what stands on each page is drawn within `tag`. */
  isTagged?: boolean;
}

const require = createRequire(import.meta.url);
const fontFile = (path: string): Font =>
  create(readFileSync(require.resolve(`@expo-google-fonts/${path}.ttf`))) as Font; // one file holds one font

/** Static cuts of the site's two families; the variable ones of the pages can't be embedded. Read once, by the first paper. */
const fonts = once(
  (): Record<Style['face'] | 'other' | 'strongOther', Font> => ({
    text: fontFile('figtree/400Regular/Figtree_400Regular'),
    strong: fontFile('figtree/600SemiBold/Figtree_600SemiBold'),
    head: fontFile('bricolage-grotesque/700Bold/BricolageGrotesque_700Bold'),
    other: fontFile('bricolage-grotesque/400Regular/BricolageGrotesque_400Regular'),
    strongOther: fontFile('bricolage-grotesque/600SemiBold/BricolageGrotesque_600SemiBold'),
  }),
);

const covers = (font: Font, text: string): boolean =>
  [...text].every((sign) => sign === '\n' || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));

/**
 * The face for a text. Figtree lacks Vietnamese, which Bricolage has; what neither has loses its accents, and what then is
 * still unknown becomes a question mark.
 */
function faceFor(text: string, face: Style['face']): { name: keyof ReturnType<typeof fonts>; text: string } {
  const all = fonts();
  const second = face === 'text' ? 'other' : face === 'strong' ? 'strongOther' : 'head';
  if (covers(all[face], text)) return { name: face, text };
  if (covers(all[second], text)) return { name: second, text };
  const known = [...text].map((sign) => {
    const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '');
    return [sign, bare].find((one) => one !== '' && covers(all[second], one)) ?? '?';
  });
  return { name: second, text: known.join('') };
}

/** An empty document of A4 pages that knows the faces. */
function newDocument({ title, author, createdAt, isTagged = false }: PaperOptions): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0, // texts are placed; a margin would break pages by itself
    bufferPages: true,
    lang: 'en-AU',
    displayTitle: true,
    tagged: isTagged,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: author,
      Creator: author,
      Producer: author,
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  });
  for (const [name, font] of Object.entries(fonts())) doc.registerFont(name, font as unknown as Buffer); // taken as is at run time
  return doc;
}

/** Opens an A4 document. */
export function openPaper(options: PaperOptions): Paper {
  const { isTagged = false } = options;
  const doc = newDocument(options);
  const bytes = buffer(doc);
  const asPageHead = (draw: () => void): void => {
    if (isTagged) doc.markContent('Artifact', { type: 'Pagination' });
    draw();
    if (isTagged) doc.endMarkedContent();
  };
  return {
    doc,
    ...writingOn(doc),
    tag: isTagged ? taggingOn(doc) : (_type, draw) => draw(),
    asPageHead,
    rule(ink, { y, from = page.margin, to = page.width - page.margin }) {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(ink).stroke();
    },
    addPage: () => void doc.addPage(),
    onEachPage(draw) {
      const { start, count } = doc.bufferedPageRange();
      for (let number = 0; number < count; number++) {
        doc.switchToPage(start + number);
        asPageHead(() => draw(number + 1, count));
      }
    },
    finish: () => {
      doc.end();
      return bytes;
    },
  };
}

function taggingOn(doc: PDFKit.PDFDocument): Paper['tag'] {
  const root = doc.struct('Document');
  doc.addStructure(root);
  return (type, draw, alt) => void root.add(doc.struct(type, alt === undefined ? {} : { alt }, draw));
}

/** Figures of one width, for columns. */
const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern'];

function writingOn(doc: PDFKit.PDFDocument): Pick<Paper, 'write' | 'writeLine' | 'heightOf' | 'widthOf'> {
  /** Chooses the face in the document; answers the text as that face can show it. */
  const choose = (text: string, { face, size }: Style): string => {
    const chosen = faceFor(text, face);
    doc.font(chosen.name).fontSize(size);
    return chosen.text;
  };
  const heightOf = (text: string, width: number, style: Style): number =>
    doc.heightOfString(choose(text, style), { width, lineGap: style.leading ?? 2 });
  return {
    heightOf,
    widthOf: (text, style) => doc.widthOfString(choose(text, style), { features: tabular }),
    writeLine(text, { x, y }, style) {
      doc.fillColor(style.ink).text(choose(text, style), x, y, { lineBreak: false });
    },
    write(text, { x, y, width, align = 'left' }, style) {
      const height = heightOf(text, width, style);
      const isFigure = align === 'right' && style.face !== 'head';
      const options = { width, align, lineGap: style.leading ?? 2, ...(isFigure && { features: tabular }) };
      doc.fillColor(style.ink).text(choose(text, style), x, y, options);
      return y + height;
    },
  };
}

/** The mark of the logo, on a canvas of 48. */
const markParts: [ink: string, path: string][] = [
  ['#8bd8b4', 'M24 6.5L16.2 18.6Q19.9 20.8 24 20.8ZM24 15.5L12.7 29.3Q18 32.3 24 32.3ZM24 25.5L9.3 38.3Q16 42 24 42Z'],
  ['#2aa876', 'M24 6.5L31.8 18.6Q28.1 20.8 24 20.8ZM24 15.5L35.3 29.3Q30 32.3 24 32.3ZM24 25.5L38.7 38.3Q32 42 24 42Z'],
];

/** Draws the mark as vectors. */
export function drawMark({ doc }: Paper, { x, y, width }: Box): void {
  doc
    .save()
    .translate(x, y)
    .scale(width / 48);
  doc.roundedRect(0, 0, 48, 48, 13).fill('#0b3b3c');
  for (const [ink, path] of markParts) doc.path(path).fill(ink);
  doc.restore();
}
