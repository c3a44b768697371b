import { buffer } from 'node:stream/consumers';
import type PDFDocument from 'pdfkit';

const rows: [work: string, dose: string, water: string, ratio: string][] = [
  ['Flat mop', '80 mL', '8 L', '1:100'],
  ['String mop and bucket', '150 mL', '15 L', '1:100'],
  ['Walk-behind scrubber', '250 mL', '50 L', '1:200'],
];

/** A chart for the wall beside the tap: how much neutral floor cleaner to add to how much water. */
export function dilutionChart(
  open: (title: string, date: string) => InstanceType<typeof PDFDocument>,
): Promise<Buffer> {
  const doc = open('Neutral Floor Cleaner: dilution chart (example)', '2025-03-04');
  doc.font('Helvetica-Bold').fontSize(26).text('Neutral Floor Cleaner', { align: 'center' });
  doc.font('Helvetica').fontSize(15).text('Dilution chart. Use cold water.', { align: 'center' });
  const widths = [210, 95, 95, 83];
  let y = 190;
  for (const cells of [['Work', 'Product', 'Water', 'Ratio'], ...rows]) {
    const isHead = cells[0] === 'Work';
    doc.rect(56, y - 14, 483, 56).fill(isHead ? '#0f4a47' : y % 2 === 0 ? '#eaf6f0' : '#f7fbf9');
    doc
      .fillColor(isHead ? '#ffffff' : '#12302e')
      .font(isHead ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(16);
    let x = 70;
    for (const [at, cell] of cells.entries()) {
      doc.text(cell, x, y + 4, { lineBreak: false });
      x += widths[at] ?? 0;
    }
    y += 57;
  }
  doc
    .fillColor('#12302e')
    .fontSize(12)
    .text('Fill in the water first, then add the product. Change the water when it is grey.', 56, y + 20);
  doc.end();
  return buffer(doc);
}
