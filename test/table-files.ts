import { strToU8, zipSync } from 'fflate';

/** Single bytes of Windows-1252, Excel's plain "CSV", for the letters that tests use. */
const windows1252: Record<string, number> = { '–': 0x96, '“': 0x93, '”': 0x94, '€': 0x80, '’': 0x92, '™': 0x99 };

export const inWindows1252 = (text: string): Buffer =>
  Buffer.from([...text].map((letter) => windows1252[letter] ?? letter.charCodeAt(0)));

export const inUtf16 = (text: string, { isBig = false, isMarked = true } = {}): Buffer => {
  const bytes = Buffer.from(`${isMarked ? '\ufeff' : ''}${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

const ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Cell formats by style number: general, five digits, percent, a day. */
const styles = `<styleSheet ${ns}><numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/>
  <numFmt numFmtId="165" formatCode="[$-C09]dd\\-mmm\\-yy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="10"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

interface WorkbookParts {
  /** Inside `sheetData`. */
  rows: string;
  texts?: string;
  head?: string;
  workbook?: string;
}

/** A workbook as written by other programs, from its XML. */
export function workbook({ rows, texts = '', head = '', workbook: book }: WorkbookParts): Buffer {
  const parts = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${relation}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml':
      book ??
      `<workbook ${ns} xmlns:r="r"><sheets><sheet name="Notes" sheetId="1" state="hidden" r:id="x1"/><sheet name="Price list" sheetId="2" r:id="x2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="x1" Target="worksheets/sheet1.xml"/><Relationship Id="x2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${ns}><sheetData/></worksheet>`,
    'xl/worksheets/sheet2.xml': `<?xml version="1.0"?>${head}<worksheet ${ns}><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${ns}>${texts}</sst>`,
    'xl/styles.xml': styles,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))));
}
