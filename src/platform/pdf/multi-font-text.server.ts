import { type Face, siteFonts } from './site-fonts.server.ts';
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

export function multiFontTextOn(doc: PDFKit.PDFDocument): MultiFontText {
  const library = openFontLibrary();
  const setFont = ({ name, font }: NamedFont, size: number) =>
    doc
      .registerFont(name, font as unknown as Buffer) // accepted at run time
      .font(name)
      .fontSize(size);
  const widthOfRun = ({ font, text }: FontRun, size: number): number => setFont(font, size).widthOfString(text);
  return {
    widthOf: (line, { face, size }) =>
      fontRunsOf(line, face, library).reduce((width, run) => width + widthOfRun(run, size), 0),
    writeLine(line, at, { face, size, ink }) {
      const { ascent, unitsPerEm } = siteFonts()[face];
      const y = at.y + (ascent / unitsPerEm) * size;
      let { x } = at;
      doc.fillColor(ink);
      for (const run of fontRunsOf(line, face, library)) {
        const width = widthOfRun(run, size);
        // with `features`, even none, pdfkit lays out the run as a whole instead of word by word from the left
        const asOne = run.level % 2 === 1 && { features: [] };
        doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', ...asOne });
        x += width;
      }
    },
  };
}
