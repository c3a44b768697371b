import type { ExcelColumn, ExcelRow } from './write-excel.server.ts';
import { dayMs } from '#lib/durations.ts';

/** The maximum length of a cell in Excel, in UTF-16 units. */
const longest = 32_767;

/** Characters that XML 1.0 cannot contain. */
const invalidInXml = /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu;
/** An underscore that begins what Excel would read as an escaped character, such as `_x000d_`. */
const looksEscaped = /_(?=x[0-9a-f]{4}_)/gi;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escape = (text: string): string =>
  text
    .slice(0, longest)
    .replace(invalidInXml, '')
    .replace(looksEscaped, '_x005F_')
    .replace(/[&<>]/g, (sign) => entities[sign] ?? '');

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const ns = 'http://schemas.openxmlformats.org';
const main = `xmlns="${ns}/spreadsheetml/2006/main"`;
const office = `${ns}/officeDocument/2006/relationships`;
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetName = (name: string): string => name.slice(0, 31);

/** The parts of the file besides its sheet and texts: its structure and the styles of cells (ECMA-376, part 1, section 18). */
export const fixedParts = (sheet: string): [name: string, content: string][] => [
  [
    '[Content_Types].xml',
    `${xmlHead}<Types xmlns="${ns}/package/2006/content-types">` +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${media}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${media}.worksheet+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${media}.styles+xml"/>` +
      `<Override PartName="/xl/sharedStrings.xml" ContentType="${media}.sharedStrings+xml"/></Types>`,
  ],
  ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
  [
    'xl/workbook.xml',
    `${xmlHead}<workbook ${main} xmlns:r="${office}"><sheets>` +
      `<sheet name="${escape(sheetName(sheet))}" sheetId="1" r:id="rId1"/></sheets><definedNames>` +
      `<definedName name="_xlnm.Print_Titles" localSheetId="0">'${escape(sheetName(sheet).replaceAll("'", "''"))}'!$1:$1` +
      '</definedName></definedNames></workbook>',
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  ],
  ['xl/styles.xml', styles],
];

const relations = (targets: [kind: string, target: string][]): string => {
  const all = targets.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${kind}" Target="${target}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${ns}/package/2006/relationships">${all.join('')}</Relationships>`;
};

/** Indexes in `cellXfs` below. */
const styleIndexes = { bold: 1, money: 2, date: 3, sum: 4, moneySum: 5 };

const styles =
  `${xmlHead}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/>` +
  '<numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
  '<border><left/><right/><top style="thin"/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="3" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1" applyNumberFormat="1"/>' +
  '</cellXfs></styleSheet>';

/** A text element; without its attribute, spaces at the ends would be lost. */
const textElement = (text: string): string =>
  `<t${/^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''}>${escape(text)}</t>`;

/** The most texts in the shared table, to which cells refer by number; further texts are written into their cells. */
const mostSharedTexts = 20_000;

/** Writes the XML of the sheet, row by row, and then of the texts that its cells share. */
export class SheetWriter {
  readonly #columns: readonly ExcelColumn[];
  readonly #letters: string[];
  readonly #shared = new Map<string, number>();
  readonly #sums: number[];
  #row = 0;

  constructor(columns: readonly ExcelColumn[]) {
    this.#columns = columns;
    this.#letters = columns.map((_, place) => lettersOf(place));
    this.#sums = columns.map(() => 0);
  }

  /** The XML before the rows, with the frozen header. */
  begin(): string {
    const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
    const widths = this.#columns.map(
      ({ width = 18 }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
    );
    const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`;
    const header = this.#line(({ header: text }, at) => this.#text(text, `${at} s="${styleIndexes.bold}"`));
    return `${xmlHead}<worksheet ${main}><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${view}<cols>${widths.join('')}</cols><sheetData>${header}`;
  }

  rows(rows: readonly ExcelRow[]): string {
    let xml = '';
    for (const row of rows) {
      xml += this.#line((column, at, place) => this.#cell(row[place] ?? null, column, at));
      for (const [place, { isSummed }] of this.#columns.entries())
        if (isSummed) this.#sums[place] = (this.#sums[place] ?? 0) + Number(row[place] ?? 0);
    }
    return xml;
  }

  end(): string {
    const last = this.#row;
    const filter = `<autoFilter ref="A1:${this.#letters.at(-1)}${last}"/>`;
    return (
      `${this.#totals(last)}</sheetData>${filter}<pageMargins left="0.4" right="0.4" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>` +
      '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>'
    );
  }

  *sharedTexts(): Generator<string> {
    yield `${xmlHead}<sst ${main} uniqueCount="${this.#shared.size}">`;
    for (const text of this.#shared.keys()) yield `<si>${textElement(text)}</si>`;
    yield '</sst>';
  }

  /** The last row with the sums, as values, because our files contain no formulas. */
  #totals(last: number): string {
    if (last < 2 || !this.#columns.some(({ isSummed }) => isSummed)) return '';
    return this.#line(({ kind, isSummed }, at, place) => {
      if (!isSummed)
        return place === 0 ? this.#text('Total', `${at} s="${styleIndexes.sum}"`) : `<c${at} s="${styleIndexes.sum}"/>`;
      const sum = this.#sums[place] ?? 0;
      const style = kind === 'money' ? styleIndexes.moneySum : styleIndexes.sum;
      return `<c${at} s="${style}"><v>${kind === 'money' ? sum / 100 : sum}</v></c>`;
    });
  }

  #line(cell: (column: ExcelColumn, at: string, place: number) => string): string {
    this.#row += 1;
    const cells = this.#columns.map((column, place) => cell(column, ` r="${this.#letters[place]}${this.#row}"`, place));
    return `<row r="${this.#row}">${cells.join('')}</row>`;
  }

  #cell(value: ExcelRow[number], { kind }: ExcelColumn, at: string): string {
    if (value === null || value === '') return '';
    if (kind === 'text') return this.#text(String(value), at);
    if (kind === 'number') return `<c${at}><v>${Number(value)}</v></c>`;
    if (kind === 'money') return `<c${at} s="${styleIndexes.money}"><v>${Number(value) / 100}</v></c>`;
    return `<c${at} s="${styleIndexes.date}"><v>${serialOf(String(value))}</v></c>`;
  }

  #text(text: string, attributes: string): string {
    const number = this.#sharedNumberOf(text);
    if (number !== undefined) return `<c${attributes} t="s"><v>${number}</v></c>`;
    return `<c${attributes} t="inlineStr"><is>${textElement(text)}</is></c>`;
  }

  #sharedNumberOf(text: string): number | undefined {
    const known = this.#shared.get(text);
    if (known !== undefined || this.#shared.size >= mostSharedTexts) return known;
    this.#shared.set(text, this.#shared.size);
    return this.#shared.size - 1;
  }
}

const alphabet = 26;

/** `A`, ..., `Z`, `AA`. */
const lettersOf = (place: number): string =>
  (place >= alphabet ? lettersOf(Math.floor(place / alphabet) - 1) : '') +
  String.fromCodePoint(65 + (place % alphabet));

const firstDay = Date.UTC(1899, 11, 30);

/** The serial number of a day in spreadsheets: days since 30 December 1899. */
const serialOf = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - firstDay) / dayMs;
