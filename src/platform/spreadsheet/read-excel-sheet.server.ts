import { type NumberKind, numberText, unescaped } from './number-format.server.ts';
import { isBlank, mostColumns, type TableRow, tooWide } from './table-row.server.ts';
import { parseXml, type XmlHandlers } from './xml-parser.server.ts';

/** The shared texts and number formats that cells refer to. */
export interface SheetReferences {
  texts: readonly string[];
  kinds: readonly NumberKind[];
  is1904: boolean;
}

/** Streams the rows of a sheet. Throws `Problem` 400 and `BrokenXml`. */
export async function* sheetRows(pieces: AsyncIterable<Buffer>, referred: SheetReferences): AsyncGenerator<TableRow> {
  const sheet = new SheetReader(referred);
  for await (const _ of parseXml(pieces, sheet)) yield* sheet.take();
}

/** The `c` element being read. */
interface Cell {
  place: number;
  type: string;
  style: number;
  value: string;
  hasFormula: boolean;
}

/** Above Excel's own limit of 32,767; longer text is truncated here and then refused by the rule of its column. */
const longestText = 200_000;

const letters = 26;

/** The column index of a reference: `B7` gives 1; undefined without letters. */
function placeOf(reference: string | undefined): number | undefined {
  let place = 0;
  let read = 0;
  for (const code of Buffer.from(reference ?? '', 'latin1')) {
    if (code < 65 || code > 90) break;
    place = place * letters + code - 64;
    read++;
  }
  return read === 0 || read > 3 ? undefined : place - 1;
}

class SheetReader implements XmlHandlers {
  readonly #referred: SheetReferences;
  #rows: TableRow[] = [];
  #row: TableRow = { row: 0, cells: [], problems: [] };
  #cell: Cell | undefined;
  #isValue = false;
  #isHint = false;

  constructor(referred: SheetReferences) {
    this.#referred = referred;
  }

  /** The rows completed since the last call. */
  take(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      const row = Number(attributes.r ?? this.#row.row + 1);
      this.#row = { row: Number.isSafeInteger(row) ? row : this.#row.row + 1, cells: [], problems: [] };
    } else if (name === 'c') {
      const place = placeOf(attributes.r) ?? this.#row.cells.length;
      this.#cell = {
        place,
        type: attributes.t ?? 'n',
        style: Number(attributes.s ?? -1),
        value: '',
        hasFormula: false,
      };
    } else if (name === 'f' && this.#cell) this.#cell.hasFormula = true;
    else if (name === 'v' || name === 't') this.#isValue = true;
    else if (name === 'rPh') this.#isHint = true;
  }

  text(piece: string): void {
    if (!this.#isValue || this.#isHint || !this.#cell) return;
    if (this.#cell.value.length < longestText) this.#cell.value += piece;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isHint = false;
    else if (name === 'c' && this.#cell) this.#addCell(this.#cell);
    else if (name === 'row') this.#end();
  }

  #addCell(cell: Cell): void {
    this.#cell = undefined;
    const { cells, problems, row } = this.#row;
    const text = this.#textOf(cell);
    if (cell.place >= mostColumns) {
      if (text !== '') throw tooWide(row);
      return;
    }
    const message = problemOf(cell);
    if (message) problems.push({ place: cell.place, message });
    while (cells.length < cell.place) cells.push('');
    cells[cell.place] = text;
  }

  #textOf({ type, value, style }: Cell): string {
    const { texts, kinds, is1904 } = this.#referred;
    if (value === '') return '';
    if (type === 's') return texts[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return value.replace(/T00:00(:00)?(\.0+)?Z?$/, '').replace('T', ' ');
    if (type !== 'n') return unescaped(value);
    const number = Number(value);
    return Number.isFinite(number) ? numberText(number, kinds[style] ?? 'plain', is1904) : value;
  }

  #end(): void {
    const row = this.#row;
    if (!isBlank(row.cells) || row.problems.length > 0) this.#rows.push(row);
  }
}

function problemOf({ type, value, hasFormula }: Cell): string | undefined {
  if (type === 'e') return `The cell shows the error ${value}. Correct its formula, or type the value.`;
  if (hasFormula && value === '' && type !== 'str')
    return 'The formula has no stored value. Open the file in Excel and save it again.';
  return undefined;
}
