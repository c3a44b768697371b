import { create, type Font, type Path } from 'fontkit';
import { fileOf, glyphTables, outlineOf, type Point } from './truetype.server.ts';

/** The interface that PDFKit requires of an embedded part of a font. */
interface Subset {
  /** Returns the number of a glyph in the subset. */
  includeGlyph(id: number): number;
  encode(): Buffer;
}

/**
 * A variable font in one weight, embedded under a name of its own. The embedded subset is built from the outlines
 * in that weight, because fontkit can't write them.
 */
export function fontInWeight(
  tables: ReadonlyMap<string, Buffer>,
  { name, weight }: { name: string; weight: number },
): Font {
  const whole = create(fileOf(tables)) as Font; // the file contains one font
  const font = whole.getVariation({ wght: weight });
  return Object.defineProperties(font, {
    postscriptName: { value: name },
    createSubset: { value: () => subsetOf(font, tables) },
    layout: { value: layoutOf(font) },
  });
}

/** The features that position marks on letters. */
const placing = { abvm: false, blwm: false, curs: false, mark: false, mkmk: false };

/** Fontkit throws for a mark that its letter has no position for, such as a rare vowel; such marks are placed side by side. */
function layoutOf(font: Font): Font['layout'] {
  const layout = font.layout.bind(font);
  return (text, ...options) => {
    try {
      return layout(text, ...options);
    } catch {
      return layout(text, placing);
    }
  };
}

function subsetOf(font: Font, tables: ReadonlyMap<string, Buffer>): Subset {
  const places = new Map([[0, 0]]);
  return {
    includeGlyph(id) {
      const place = places.get(id) ?? places.size;
      places.set(id, place);
      return place;
    },
    encode: () => fileOf(partOf(font, [...places.keys()], tables)),
  };
}

/** The tables that a document needs, with these glyphs only (ISO 32000-1, 9.9). */
function partOf(font: Font, ids: readonly number[], whole: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const copyOf = (tag: string): Buffer => Buffer.from(whole.get(tag) ?? []);
  const glyphs = ids.map((id) => font.getGlyph(id));
  const drawn = glyphs.map(({ path }) => contoursOf(path));
  const outlines = drawn.map(outlineOf);
  const metrics = Buffer.alloc(ids.length * 4);
  for (const [place, { advanceWidth }] of glyphs.entries()) {
    metrics.writeUInt16BE(Math.round(advanceWidth), place * 4);
    metrics.writeInt16BE(outlines[place]?.left ?? 0, place * 4 + 2);
  }
  const [most, across] = [copyOf('maxp'), copyOf('hhea')];
  most.writeUInt16BE(ids.length, 4);
  most.writeUInt16BE(Math.max(...drawn.map((contours) => contours.flat().length)), 6);
  most.writeUInt16BE(Math.max(...drawn.map((contours) => contours.length)), 8);
  across.writeUInt16BE(ids.length, 34);
  return new Map([...glyphTables(outlines, copyOf('head')), ['maxp', most], ['hhea', across], ['hmtx', metrics]]);
}

/** The points of closed contours, with whole coordinates. */
function contoursOf({ commands }: Path): Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([]);
    const contour = contours.at(-1);
    for (let at = 0; at < args.length; at += 2) {
      const [x = 0, y = 0] = args.slice(at, at + 2).map(Math.round);
      contour?.push({ x, y, isOnCurve: at + 2 === args.length }); // the last point of a command is the end of its curve
    }
    const [first, last] = [contour?.[0], contour?.at(-1)];
    if (command === 'closePath' && first && last && first !== last && first.x === last.x && first.y === last.y)
      contour?.pop();
  }
  return contours;
}
