import { type Face, faces } from './site-fonts.server.ts';
import { type Run, runsOf } from './font-runs.server.ts';
import { openFontLibrary } from './fallback-fonts.server.ts';

export interface Letters {
  face: Face;
  size: number;
  ink: string;
}

/** Writes lines that need several fonts. */
export interface MixedText {
  widthOf(line: string, letters: Letters): number;
  /** All fonts of the line share the baseline of `letters.face`. */
  writeLine(line: string, at: { x: number; y: number }, letters: Letters): void;
}

export function mixedTextOn(doc: PDFKit.PDFDocument): MixedText {
  const shelf = openFontLibrary();
  const choose = ({ name, font }: Run['cut'], size: number) =>
    doc
      .registerFont(name, font as unknown as Buffer) // accepted at run time
      .font(name)
      .fontSize(size);
  const widthOfRun = ({ cut, text }: Run, size: number): number => choose(cut, size).widthOfString(text);
  return {
    widthOf: (line, { face, size }) =>
      runsOf(line, face, shelf).reduce((width, run) => width + widthOfRun(run, size), 0),
    writeLine(line, at, { face, size, ink }) {
      const { ascent, unitsPerEm } = faces()[face];
      const y = at.y + (ascent / unitsPerEm) * size;
      let { x } = at;
      doc.fillColor(ink);
      for (const run of runsOf(line, face, shelf)) {
        const width = widthOfRun(run, size);
        // any `features`, even none, make a run be laid out as a whole, not word by word from the left
        const asOne = run.level % 2 === 1 && { features: [] };
        doc.text(run.text, x, y, { lineBreak: false, baseline: 'alphabetic', ...asOne });
        x += width;
      }
    },
  };
}
