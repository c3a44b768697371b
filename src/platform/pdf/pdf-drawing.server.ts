import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { FontPair } from '#lib/font-pairs.ts';
import { fontFor, type PaperFonts, paperFonts } from './site-fonts.server.ts';
import { breakLines } from './line-breaking.ts';
import { multiFontTextOn, setFont, type TextStyle } from './multi-font-text.server.ts';
import { loadWoff2 } from './woff2.server.ts';

/** The design tokens' colours for print: ink on white, with few tints. A company's own colours replace them. */
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

export interface Style extends TextStyle {
  /** Space between lines, added to the font's own; 2 by default. */
  leading?: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'right';
}

/** A type of structure element (ISO 32000-1, 14.8.4). */
export type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'LI' | 'Figure';

/** A PDF document being drawn. Coordinates are points from the top left corner of the page. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument;
  /** The company's own colour for one of `inks`. Needed for what is drawn with `doc`; the methods for texts and rules call it themselves. */
  inkOf(ink: string): string;
  /** Writes a text, wrapped to the box; returns the y below it. */
  write(text: string, box: Box, style: Style): number;
  /** Writes a text that is known to fit on its line, without measuring it. */
  writeLine(text: string, at: Pick<Box, 'x' | 'y'>, style: Style): void;
  heightOf(text: string, width: number, style: Style): number;
  widthOf(text: string, style: Style): number;
  /** Draws a horizontal line, across the page or from one x to another. */
  rule(ink: string, line: { y: number; from?: number; to?: number }): void;
  addPage(): void;
  /** Draws the sender's icon, a square of `side` points, if there is one. */
  drawIcon(at: Pick<Box, 'x' | 'y'>, side: number): void;
  /** Draws the sender's logo as large as fits, if there is one; returns whether there is. */
  drawLogo(at: Pick<Box, 'x' | 'y'>, most: { width: number; height: number }): boolean;
  /** Marks what `draw` draws, on one page, as a paragraph, heading or picture for screen readers. */
  tag(type: Tag, draw: () => void, alt?: string): void;
  /** Marks what `draw` draws as a page head or foot, which screen readers skip. */
  asPageHead(draw: () => void): void;
  /** Calls `draw` for each page once all pages exist. */
  onEachPage(draw: (number: number, of: number) => void): void;
  finish(): Promise<Buffer>;
}

/** What a company's documents look like. */
export interface PaperLook {
  /** Its icon as a PNG; undefined to draw none. */
  icon?: Buffer;
  /** Its logo as a PNG, drawn instead of the icon and the name. */
  logo?: Buffer | undefined;
  fonts: FontPair;
  /** Its own colours, keyed by the colours of `inks` that they replace. */
  colours: ReadonlyMap<string, string>;
}

const programLook: PaperLook = { fonts: 'friendly', colours: new Map() };

export interface PaperOptions {
  title: string;
  author: string;
  /** The program's own look by default. */
  look?: PaperLook | undefined;
  /** The file's date; not the current time, so that the same input gives the same bytes. */
  createdAt: Date;
  /** Adds the structure for screen readers: then everything except page heads and feet must be drawn within `tag`. */
  isTagged?: boolean;
}

/** An empty document of A4 pages. */
function newDocument({ title, author, createdAt, isTagged = false }: PaperOptions): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    font: null as unknown as string, // none; otherwise Helvetica is read for each document
    margin: 0, // a margin would cause automatic page breaks
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
  return doc;
}

/** Opens an A4 document. */
export async function openPaper(options: PaperOptions): Promise<Paper> {
  await loadWoff2();
  const { isTagged = false, look = programLook } = options;
  const doc = newDocument(options);
  const fonts = await paperFonts(look.fonts);
  const inkOf = (ink: string): string => look.colours.get(ink) ?? ink;
  const bytes = buffer(doc);
  const asPageHead = (draw: () => void): void => {
    if (isTagged) doc.markContent('Artifact', { type: 'Pagination' });
    draw();
    if (isTagged) doc.endMarkedContent();
  };
  return {
    doc,
    inkOf,
    ...writingOn(doc, fonts, inkOf),
    tag: isTagged ? taggingOn(doc) : (_type, draw) => draw(),
    asPageHead,
    rule(ink, { y, from = page.margin, to = page.width - page.margin }) {
      doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(inkOf(ink)).stroke();
    },
    addPage: () => void doc.addPage(),
    drawIcon({ x, y }, side) {
      if (look.icon) doc.image(look.icon, x, y, { width: side, height: side });
    },
    drawLogo({ x, y }, { width, height }) {
      if (look.logo) doc.image(look.logo, x, y, { fit: [width, height] });
      return look.logo !== undefined;
    },
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

/** Font features for figures of equal width, as columns need. */
const tabularFigures: PDFKit.Mixins.OpenTypeFeatures[] = ['tnum', 'kern'];

function writingOn(
  doc: PDFKit.PDFDocument,
  fonts: PaperFonts,
  inkOf: Paper['inkOf'],
): Pick<Paper, 'write' | 'writeLine' | 'heightOf' | 'widthOf'> {
  const multiFont = multiFontTextOn(doc, fonts);
  /** Sets the document's font if a single font has all characters of a text; returns whether there is such a font. */
  const hasOneFont = (text: string, { face, size }: Style): boolean => {
    const font = fontFor(text, fonts[face]);
    if (font) setFont(doc, font, size);
    return font !== undefined;
  };
  const widthOf = (text: string, style: Style): number =>
    hasOneFont(text, style) ? doc.widthOfString(text, { features: tabularFigures }) : multiFont.widthOf(text, style);
  const writeMultiFont = (line: string, at: Pick<Box, 'x' | 'y'>, style: Style): void =>
    multiFont.writeLine(line, at, { ...style, ink: inkOf(style.ink) });
  const multiFontLines = (text: string, width: number, style: Style): string[] =>
    breakLines(text, width, (piece) => widthOf(piece, style));
  const heightOf = (text: string, width: number, style: Style): number =>
    hasOneFont(text, style)
      ? doc.heightOfString(text, { width, lineGap: style.leading ?? 2 })
      : multiFontLines(text, width, style).length * heightOf('X', width, style);
  return {
    heightOf,
    widthOf,
    writeLine(text, { x, y }, style) {
      if (hasOneFont(text, style)) doc.fillColor(inkOf(style.ink)).text(text, x, y, { lineBreak: false });
      else writeMultiFont(text, { x, y }, style);
    },
    write(text, { x, y, width, align = 'left' }, style) {
      if (hasOneFont(text, style)) {
        const isFigure = align === 'right' && style.face !== 'head';
        const options = { width, align, lineGap: style.leading ?? 2, ...(isFigure && { features: tabularFigures }) };
        doc.fillColor(inkOf(style.ink)).text(text, x, y, options);
        return doc.y;
      }
      const lineHeight = heightOf('X', width, style);
      const lines = multiFontLines(text, width, style);
      for (const [place, line] of lines.entries()) {
        const from = align === 'right' ? x + width - multiFont.widthOf(line, style) : x;
        writeMultiFont(line, { x: from, y: y + place * lineHeight }, style);
      }
      return y + lines.length * lineHeight;
    },
  };
}
