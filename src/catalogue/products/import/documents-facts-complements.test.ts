import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeFiles } from '#platform/storage/files.server.ts';
import { readProductsByUrl } from '../records/read-catalogue-products.server.ts';
import { freshDatabase } from '../../../../test/database.ts';
import { exportCatalogue } from './file/export-catalogue.server.ts';
import { documentsCell, factsCell, readDocuments, readFacts } from './file/multi-value-cells.ts';
import { importCatalogue } from './import-catalogue.server.ts';

const { db } = await freshDatabase();
const folder = await mkdtemp(join(tmpdir(), 'documents-'));
const files = await makeFiles({ dataDir: folder });
const demo = join(import.meta.dirname, '../../../../demo/documents');
await copyFile(join(demo, 'kitchen-degreaser-sds.pdf'), join(folder, 'old.pdf'));
await copyFile(join(demo, 'laundry-powder-front-loader-sds.pdf'), join(folder, 'new.pdf'));
await writeFile(join(folder, 'fake.pdf'), 'MZ');
const square = { create: { width: 40, height: 40, channels: 3 as const, background: '#0b7a5b' } };
await sharp(square).png().toFile(join(folder, 'blue.png'));
await sharp({ create: { ...square.create, background: '#c00' } })
  .png()
  .toFile(join(folder, 'red.png'));

let count = 0;
async function load(text: string) {
  const file = join(folder, `file-${count++}.csv`);
  await writeFile(file, text);
  return importCatalogue({ db, files }, { file, images: folder, at: new Date('2026-03-02T00:00:00Z') });
}

const faultsOf = ({ faults }: Awaited<ReturnType<typeof load>>) =>
  faults.map(({ column, message }) => [column, message]);

async function exported(): Promise<string> {
  let text = '';
  for await (const chunk of exportCatalogue(db)) text += chunk.text;
  return text;
}

test('facts and documents are the same after they were written to a cell and read again', () => {
  const facts = [
    { name: 'Dilution', value: '1:100; 1:200 \\ scrubber' },
    { name: 'pH', value: '7' },
  ];
  const fault = (message: string) => expect.fail(message);
  expect(readFacts(factsCell(facts), fault)).toEqual(facts);
  const cell = 'safety data sheet > Sheet \\> one > 2026-03-04 > a.pdf; other > Note > b.pdf';
  const documents = readDocuments(cell, fault) ?? [];
  expect(documents.map(({ title, issuedOn }) => [title, issuedOn])).toEqual([
    ['Sheet > one', '2026-03-04'],
    ['Note', null],
  ]);
  expect(readDocuments(documentsCell(documents), fault)).toEqual(documents);
});

test('facts, documents, picture options and complements are imported and exported unchanged', async () => {
  const lines = [
    'url,name,code,categories,price,variation_1,value_1,images,image_options,facts,documents,goes_with',
    'vest,Vest,V-1,Wear,10,Colour,Red,red.png;blue.png,blue.png > Blue,Size: One size,Safety data sheet > Sheet > 2025-03-04 > old.pdf,mop',
    'vest,,V-2,,10,,Blue,,,,,',
    'mop,Mop,M-1,Wear,5,,,red.png,,,,',
  ];
  expect(faultsOf(await load(lines.join('\n')))).toEqual([]);
  const [vest] = await readProductsByUrl(db, ['vest']);
  expect(vest).toMatchObject({
    facts: [{ name: 'Size', value: 'One size' }],
    documents: [{ kind: 'safetyDataSheet', title: 'Sheet', issuedOn: '2025-03-04', name: 'old.pdf' }],
    goesWith: ['mop'],
    imageOptions: [{ name: 'blue.png', option: 'Blue' }],
  });
  const again = await load(await exported());
  expect([faultsOf(again), again.plan.left]).toEqual([[], 2]);
  const newer = await load((await exported()).replace('2025-03-04 > old.pdf', '2026-01-05 > new.pdf'));
  expect([faultsOf(newer), newer.plan.changed.first.map(({ changes }) => changes)]).toEqual([[], [['documents']]]);
  const states = await sql<{ name: string; state: string }>`
    select name, state from product_documents order by name`.execute(db);
  expect(states.rows).toEqual([
    { name: 'new.pdf', state: 'current' },
    { name: 'old.pdf', state: 'superseded' },
  ]);
});

test('invalid values are reported with row and column, and nothing is written', async () => {
  const lines = [
    'url,name,code,categories,price,images,image_options,facts,documents,goes_with',
    'aa,Aa,A-1,Wear,5,red.png,red.png > Blue,no colon,Poem > Ode > x.pdf,no-such-product',
    'bb,Bb,B-1,Wear,5,red.png,,,Safety data sheet > Sheet > fake.pdf,bb',
    'cc,Cc,C-1,Wear,5,red.png,,,Chart > Wall > 2026-13-01 > fake.pdf; Chart > Lost > lost.pdf,',
  ];
  const result = await load(lines.join('\n'));
  expect(faultsOf(result).sort()).toEqual(
    [
      ['documents', "'2026-13-01' is not a date such as 2026-03-04."],
      ['documents', "'Poem' is not one of: Safety data sheet, Technical sheet, Chart, Other document."],
      ['documents', "'fake.pdf': Documents must be PDF files."],
      ['documents', "'lost.pdf' is not in the folder."],
      ['documents', 'A safety data sheet needs a date of issue.'],
      ['facts', "'no colon: ': Value is required."],
      ['goes_with', "There is no product 'no-such-product'."],
      ['goes_with', 'A product cannot be paired with itself.'],
      ['image_options', "There is no option 'Blue'."],
    ].sort(),
  );
  expect(result.isWritten).toBe(false);
});
