import { maxQuantity } from '#lib/cart-limits.ts';

/** One way to read a line; several are possible, as codes may contain spaces and consist of digits. */
export interface Reading {
  code: string;
  /** Null if the line has none. */
  quantity: number | null;
}

/** A line with a code and perhaps a quantity, pasted or from a file. */
export interface CodeLine {
  /** From 1. */
  line: number;
  text: string;
  /** As the likeliest reading has them; '' for none. */
  typed: { code: string; quantity: string };
  /** The likeliest first. */
  readings: Reading[];
  /** Why the line cannot be read, if none of the readings is an item. */
  fault?: string;
}

export const badQuantity = `The quantity must be a whole number from 1 to ${maxQuantity}.`;

export const noCode = 'There is no code.';
/** A header as spreadsheets have it, which is not a line. */
const header = /^(item |product |stock )?(code|sku|item|number)s?$/i;
const number = /^-?\d[\d.,]*$/;
const thousands = /^(|.*[^\d.])(\d{1,3},\d{3})$/;

/** Reads `code quantity` with tabs, semicolons, commas or spaces between, and `quantity x code`. Blank lines and a header are left out. */
export function parsePasted(text: string): CodeLine[] {
  return text.split(/\r\n|\r|\n/).flatMap((raw, at) => {
    const trimmed = raw.trim();
    const cells = cellsOf(trimmed);
    if (trimmed === '' || (at === 0 && header.test(cells[0] ?? ''))) return [];
    return [codeLine({ line: at + 1, text: trimmed }, cells)];
  });
}

/** Lines of codes alone: `FM 40` is a code, never 40 units of FM. */
export const linesOfCodes = (codes: readonly string[]): CodeLine[] =>
  codes.map((code, at) => ({
    line: at + 1,
    text: code,
    typed: { code, quantity: '' },
    readings: [{ code, quantity: null }],
  }));

const cellsOf = (text: string): string[] => {
  const separator = ['\t', ';', ','].find((one) => text.includes(one));
  return separator === undefined ? [text] : text.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
};

function codeLine(line: Pick<CodeLine, 'line' | 'text'>, cells: readonly string[]): CodeLine {
  const [, before = '', large] = (!/[;\t]/.test(line.text) && thousands.exec(line.text)) || [];
  if (large !== undefined) {
    const typed = { code: before.replace(/[\s,]+$/, ''), quantity: large };
    return { ...line, typed, readings: [], fault: badQuantity };
  }
  const pairs = cells.length > 1 ? pairsOfCells(cells) : pairsOfText(cells[0] ?? '');
  const [[code, quantity = ''] = ['']] = pairs;
  const named = { ...line, typed: { code, quantity } };
  const readings = pairs.flatMap(([code, quantity]) => {
    const units = quantity === undefined ? null : quantityOf(quantity);
    return code === '' || units === undefined ? [] : [{ code, quantity: units }];
  });
  // A code may contain a space and a number, so `FM-40 1000` may be one.
  if (readings.length === pairs.length) return { ...named, readings };
  return { ...named, readings, fault: pairs.some(([code]) => code !== '') ? badQuantity : noCode };
}

type Pair = [code: string, quantity?: string];

/** The first cell is the code, and the first number after it the quantity; or the other way round, as in `12, FM-40`. */
function pairsOfCells([first = '', ...others]: readonly string[]): Pair[] {
  const quantity = others.find((cell) => number.test(cell));
  const text = others.find((cell) => cell !== '' && !number.test(cell));
  const isTurned = number.test(first) && quantity === undefined && text !== undefined;
  const pair: Pair = quantity === undefined ? [first] : [first, quantity];
  return isTurned ? [[text, first], pair] : [pair];
}

function pairsOfText(text: string): Pair[] {
  const times = /^(\d+)\s*[x×]\s+(.+)$/i.exec(text) ?? /^(\d+)\s*×\s*(.+)$/.exec(text);
  if (times) return [[times[2] ?? '', times[1] ?? ''], [text]];
  const last = /^(.+?)\s+(?:[x×]\s*)?(-?\d[\d.,]*)$/i.exec(text);
  const pairs: Pair[] = last ? [[last[1] ?? '', last[2] ?? ''], [text]] : [[text]];
  const first = /^(\d+)\s+(\D.*)$/.exec(text);
  return first ? [...pairs, [first[2] ?? '', first[1] ?? '']] : pairs;
}

/** A quantity as it may be ordered; undefined for any other text. */
export function quantityOf(text: string): number | undefined {
  const units = /^\d+(\.0{1,2})?$/.test(text) ? Number(text) : Number.NaN;
  return units >= 1 && units <= maxQuantity ? units : undefined;
}
