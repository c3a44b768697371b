import type { Face, PaperFonts } from './site-fonts.server.ts';
import { type FontRun, fontRunsOf } from './font-runs.server.ts';
import { type NamedFont, openFontLibrary } from './fallback-fonts.server.ts';

export interface TextStyle {
  face: Face;
  size: number;
  ink: string;
}

/** Measures and writes lines that need several fonts. */
export interface MultiFontText {
  widthOf(line: string, style: TextStyle): number;
  /** All fonts of the line are on the baseline of `style.face`. */
  writeLine(line: string, at: { x: number; y: number }, style: TextStyle): void;
}

/** Sets the document's font and its size. */
export const setFont = (doc: PDFKit.PDFDocument, { name, font }: NamedFont, size: number): PDFKit.PDFDocument =>
  doc
    .registerFont(name, font as unknown as Buffer) // accepted at run time
    .font(name)
    .fontSize(size);

export function multiFontTextOn(doc: PDFKit.PDFDocument, fonts: PaperFonts): MultiFontText {
  const library = openFontLibrary();
  const widthOfRun = ({ font, text }: FontRun, size: number): number => setFont(doc, font, size).widthOfString(text);
  return {
    widthOf: (line, { face, size }) =>
      fontRunsOf(line, fonts[face], library).reduce((width, run) => width + widthOfRun(run, size), 0),
    writeLine(line, at, { face, size, ink }) {
      const { ascent, unitsPerEm } = fonts[face].fonts[0].font;
      const y = at.y + (ascent / unitsPerEm) * size;
      let { x } = at;
      doc.fillColor(ink);
      for (const run of fontRunsOf(line, fonts[face], library)) {
        const width = widthOfRun(run, size);
        // Given `features`, even an empty list, pdfkit lays out the run as a whole instead of word by word from the left.
        const asOne = run.level % 2 === 1 && { features: [] };
        doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', ...asOne });
        x += width;
      }
    },
  };
}
