import { type NumberKind, numberText } from './number-format.server.ts';
import { isBlank, mostColumns, type TableRow, tooWide } from './table-row.server.ts';
import { parseXml, unescapeCharacters, type XmlHandlers } from './xml-parser.server.ts';

/** The shared texts and number formats that cells refer to. */
export interface SheetReferences {
  texts: readonly string[];
  kinds: readonly NumberKind[];
  is1904: boolean;
}

/** Streams the rows of a sheet. Throws `Problem` 400 for a row with too many cells, and `BrokenXml` for invalid XML. */
export async function* readSheetRows(
  chunks: AsyncIterable<Buffer>,
  references: SheetReferences,
): AsyncGenerator<TableRow> {
  const sheet = new SheetReader(references);
  for await (const _ of parseXml(chunks, sheet)) yield* sheet.takeCompleted();
}

/** The `c` element being read. */
interface Cell {
  place: number;
  type: string;
  style: number;
  value: string;
  hasFormula: boolean;
}

/** Above Excel's own limit of 32,767. Longer text is truncated here, and then refused by the rule of its column. */
const longestText = 200_000;

const letters = 26;

/** The column index of a cell's reference: `B7` gives 1; undefined if the reference has no letters. */
function columnIndexOf(reference: string | undefined): number | undefined {
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
  readonly #references: SheetReferences;
  #rows: TableRow[] = [];
  #row: TableRow = { row: 0, cells: [], problems: [] };
  #cell: Cell | undefined;
  #isValue = false;
  #isPronunciation = false;

  constructor(references: SheetReferences) {
    this.#references = references;
  }

  /** The rows completed since the last call. */
  takeCompleted(): TableRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      const row = Number(attributes.r ?? this.#row.row + 1);
      this.#row = { row: Number.isSafeInteger(row) ? row : this.#row.row + 1, cells: [], problems: [] };
    } else if (name === 'c') {
      const place = columnIndexOf(attributes.r) ?? this.#row.cells.length;
      this.#cell = {
        place,
        type: attributes.t ?? 'n',
        style: Number(attributes.s ?? -1),
        value: '',
        hasFormula: false,
      };
    } else if (name === 'f' && this.#cell) this.#cell.hasFormula = true;
    else if (name === 'v' || name === 't') this.#isValue = true;
    else if (name === 'rPh') this.#isPronunciation = true;
  }

  text(text: string): void {
    if (!this.#isValue || this.#isPronunciation || !this.#cell) return;
    if (this.#cell.value.length < longestText) this.#cell.value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isPronunciation = false;
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
    const { texts, kinds, is1904 } = this.#references;
    if (value === '') return '';
    if (type === 's') return texts[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'd') return value.replace(/T00:00(:00)?(\.0+)?Z?$/, '').replace('T', ' ');
    if (type !== 'n') return unescapeCharacters(value);
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
