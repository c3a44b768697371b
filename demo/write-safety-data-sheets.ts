/** Writes an example safety data sheet for each chemical of the demo to demo/documents: `node demo/write-safety-data-sheets.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { type Chemical, chemicals } from './sheets/chemicals.ts';
import { dilutionChart } from './sheets/dilution-chart.ts';
import { families } from './sheets/hazard-families.ts';

const folder = new URL('documents/', import.meta.url);
const example = 'EXAMPLE SHEET OF A DEMO SHOP: product and maker are invented. Do not rely on it.';
const maker =
  'Tallowfen Chemical Works, 8 Kiln Row, Smithfield NSW 2164. Phone (02) 5550 0188, weekdays 8 am to 5 pm. Emergency phone, at any hour: 1800 160 401.';

/** `2025-03-04` as people write it. */
const written = (day: string): string => day.split('-').reverse().join('/');

type Section = [title: string, ...paragraphs: string[]];

/** The sixteen sections that the law asks for. */
function sectionsOf(chemical: Chemical): Section[] {
  const { name, code, use, appearance, ph, ingredients, issuedOn } = chemical;
  const family = families[chemical.family];
  const isHazardous = family.classes.length > 0;
  return [
    ['Identification', `Product: ${name}. Code: ${code}.`, `Use: ${use}.`, `Maker: ${maker}`],
    [
      'Hazards identification',
      isHazardous
        ? `Hazardous chemical according to the criteria of the GHS, revision 7: ${family.classes.join('; ')}.`
        : 'Not a hazardous chemical according to the criteria of the GHS, revision 7.',
      ...(isHazardous ? [`Signal word: ${family.signal}.`, ...family.hazards] : []),
      ...family.precautions,
    ],
    ['Composition', ...ingredients.map(([what, cas, share]) => `${what}, CAS ${cas}: ${share}`)],
    ['First aid measures', family.firstAid],
    ['Fire-fighting measures', family.fire],
    [
      'Accidental release measures',
      'Keep people away; floors are slippery. Stop the leak if that is safe, take the spill up with sand or a spill kit, and keep it out of drains.',
    ],
    ['Handling and storage', family.storage, 'Label every container that you fill with product, dilution and date.'],
    ['Exposure controls and personal protection', family.protection],
    ['Physical and chemical properties', `Appearance: ${appearance}.`, `pH: ${ph}.`],
    ['Stability and reactivity', 'Stable when stored as directed.', `Avoid: ${family.avoid}`],
    ['Toxicological information', family.toxicity],
    [
      'Ecological information',
      'Surfactants in it are biodegradable (AS 4351). Do not let the undiluted product reach waterways.',
    ],
    [
      'Disposal considerations',
      'Empty containers: rinse and recycle. Leftovers: dispose of them as the local council requires.',
    ],
    ['Transport information', family.transport],
    [
      'Regulatory information',
      isHazardous
        ? 'Labelled as the model Work Health and Safety Regulations require.'
        : 'No poisons schedule applies.',
    ],
    ['Other information', `Date of issue: ${written(issuedOn)}. To be reviewed within five years.`, example],
  ];
}

/** A document of A4 pages with a banner on each. With a fixed `date` the file is the same each time it is written. */
export function open(title: string, date: string) {
  const at = new Date(`${date}T00:00:00Z`);
  const info = { Title: title, Author: 'Tallowfen Chemical Works (invented)', CreationDate: at, ModDate: at };
  const doc = new PDFDocument({ size: 'A4', margins: { top: 74, bottom: 56, left: 56, right: 56 }, info });
  const banner = (): void => {
    const [x, y] = [doc.x, doc.y];
    doc.rect(0, 0, doc.page.width, 36).fill('#fff1c2');
    doc.fillColor('#5c4300').font('Helvetica-Bold').fontSize(9).text(example, 56, 14, { lineBreak: false });
    doc.fillColor('#12302e');
    doc.x = x;
    doc.y = y;
  };
  banner();
  doc.on('pageAdded', banner);
  return doc;
}

async function sheet(chemical: Chemical): Promise<Buffer> {
  const doc = open(`${chemical.name}: safety data sheet (example)`, chemical.issuedOn);
  doc.font('Helvetica').fontSize(10).text('Safety data sheet');
  doc.font('Helvetica-Bold').fontSize(20).text(chemical.name);
  doc
    .font('Helvetica')
    .fontSize(10)
    .text(`Code ${chemical.code}, issued ${written(chemical.issuedOn)}`);
  for (const [at, [title, ...paragraphs]] of sectionsOf(chemical).entries()) {
    if (doc.y > doc.page.height - 130) doc.addPage();
    doc
      .moveDown(0.9)
      .font('Helvetica-Bold')
      .fontSize(11)
      .text(`${at + 1}. ${title}`);
    doc.font('Helvetica').fontSize(9.5);
    for (const paragraph of paragraphs) doc.moveDown(0.25).text(paragraph);
  }
  doc.end();
  return buffer(doc);
}

await mkdir(folder, { recursive: true });
for (const chemical of chemicals) await writeFile(new URL(`${chemical.url}-sds.pdf`, folder), await sheet(chemical));
await writeFile(new URL('neutral-floor-cleaner-dilution-chart.pdf', folder), await dilutionChart(open));
console.log(`${chemicals.length} sheets and a chart written`);
