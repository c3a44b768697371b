import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { day } from '#lib/day.ts';
import { newId } from '#lib/uuid.ts';
import sharp from 'sharp';
import { makeField, makeForm } from '../../../test/make-form.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import type { FormDefinition, FormField } from '../definition/definition.ts';
import { htmlToText } from './html-to-text.ts';
import { breakLines } from '#platform/pdf/line-breaking.ts';
import { contentOf } from './pdf-content.server.ts';
import { readFrom } from './pdf-images.server.ts';
import { type PdfInput, submissionPdf } from './submission-pdf.server.ts';
import { longTest } from '../../../test/long.ts';

const values = new Map<string, string>();

/** A field with an answer. */
function answered(formFieldType: number, value: string, given: Partial<FormField> = {}): FormField {
  const field = makeField({ formFieldType, fieldLabel: `Label ${values.size + 1}`, ...given });
  if (value !== '') values.set(field.id, value);
  return field;
}

const section = (sectionHeading: string, fields: FormField[]) => ({
  id: newId(),
  sectionHeading,
  formRows: [{ id: newId(), formFields: fields }],
});

const noFiles = readFrom({ get: async () => undefined });

const paperOf = (form: FormDefinition): PdfInput => ({
  company: { name: 'Spruce', identity: ['ABN 51 824 753 556'], lines: ['(02) 5550 1234'] },
  formName: form.formName,
  reference: '7F3A-09C2',
  parties: [['Submitted by', 'Ngaio Bell', ['ngaio@example.com']]],
  sections: contentOf({ form, values, today: day('2026-11-21') }),
  createdAt: new Date('2026-11-21T00:00:00Z'),
});

const pdfOf = (form: FormDefinition, readFile = noFiles) => submissionPdf(paperOf(form), readFile);
const pagesOf = async (form: FormDefinition, readFile = noFiles) => pdfText(await pdfOf(form, readFile));

const picture = async (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#2aa876' } })
    .jpeg()
    .toBuffer();
const imagesIn = (pdf: Buffer): number => pdf.toString('latin1').split('/Subtype /Image').length - 1;

test('the PDF has the form, its submitter, and each answer as readable text below its label', async () => {
  const fields = [
    answered(0, 'Depot 7', { fieldLabel: 'Site name' }),
    answered(2, 's', { fieldLabel: 'Size', selectOptions: 'Small office=s;Depot=d' }),
    answered(13, '1480', { fieldLabel: 'Budget' }),
    answered(10, '2026-11-21 00:00:00', { fieldLabel: 'Day' }),
    answered(6, 'false', { fieldLabel: 'Spill kits?' }),
    answered(11, '', { fieldLabel: 'Toilets' }),
    makeField({ formFieldType: 31, initialValue: '# Rules\n\nBe *kind* & <b>quick</b>\n\n- first\n- second' }),
  ];
  const form = makeForm([], { formName: 'Site check', formSections: [section('Details', fields)] });
  const [text = ''] = await pagesOf(form);
  const head = ['Spruce', 'Site check', 'Reference', '7F3A-09C2', 'Ngaio Bell', 'Details', 'Site name', 'Depot 7'];
  const words = ['Small office', '$1,480.00', '21/11/2026', 'No', 'Not answered', 'Rules', 'first', 'Page 1 of 1'];
  for (const fact of [...head, ...words, 'Be kind & <b>quick</b>']) expect(text).toContain(fact);
});

test('the PDF leaves out hidden fields and sections without answers', async () => {
  const hazard = answered(6, 'false', { fieldLabel: 'Hazard', modelPropertyName: 'hazard' });
  const what = answered(0, 'Never told', { fieldLabel: 'What hazard', visibilityLogic: 'hazard == true' });
  const form = makeForm([], {
    formSections: [
      section('Hazards', [hazard, what]),
      section('Blank', [answered(0, '', { fieldLabel: 'Blank field' }), answered(7, 'false')]),
      section('Only words', [makeField({ formFieldType: 30, initialValue: 'Read this.' })]),
      section('Hidden words', [
        makeField({ formFieldType: 30, initialValue: 'Gone', visibilityLogic: 'hazard == true' }),
      ]),
    ],
  });
  const text = (await pagesOf(form)).join('\n');
  for (const there of ['Hazards', 'Only words', 'Read this.']) expect(text).toContain(there);
  for (const gone of ['What hazard', 'Never told', 'Blank', 'Hidden words', 'Gone']) expect(text).not.toContain(gone);
});

test('the PDF shows images and the signature, and lists files with their sizes', async () => {
  const jpeg = await picture();
  const png = await sharp(jpeg).png().toBuffer();
  const stored = '/files/forms/6f1c2d1e-0000-4000-8000-000000000001';
  const file = (origFileName: string, data: string) => ({ name: 'x', origFileName, data, size: 2210 });
  const dataUrl = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  const photos = [
    file('dock.jpg', stored),
    file('foyer.jpg', dataUrl),
    file('broken.jpg', 'data:image/jpeg;base64,AAAA'),
  ];
  const signature = answered(36, png.toString('base64'), { fieldLabel: 'Signed by', modelPropertyName: 'signed' });
  const form = makeForm([
    answered(9, JSON.stringify(photos), { fieldLabel: 'Photographs' }),
    answered(8, JSON.stringify([file('plan.pdf', '/files/forms/../secret')]), { fieldLabel: 'Documents' }),
    signature,
    makeField({ formFieldType: 37, fieldLabel: 'Again', initialValue: '{signed}' }),
  ]);
  const keys: string[] = [];
  const get = async (key: string) => {
    keys.push(key);
    return jpeg;
  };
  const pdf = await pdfOf(form, readFrom({ get }));
  expect([imagesIn(pdf), keys]).toEqual([4, ['forms/6f1c2d1e-0000-4000-8000-000000000001']]);
  const text = pdfText(pdf).join('\n');
  for (const named of ['dock.jpg', 'foyer.jpg', 'broken.jpg', 'plan.pdf', '2.2 MB', 'Signed by', 'Again'])
    expect(text).toContain(named);
});

test('the PDF has title, language and structure for screen readers', async () => {
  const raw = (await pdfOf(makeForm([answered(0, 'A')], { formName: 'Site check' }))).toString('latin1');
  expect(raw).toMatch(/\/Marked true/);
  expect(raw).toMatch(/\/DisplayDocTitle true/);
  expect(raw).toMatch(/\/Lang \(en-AU\)/);
  for (const tag of ['Document', 'H1', 'H2', 'P']) expect(raw).toContain(`/S /${tag}`);
});

test('a text over several pages is complete, even if it is one word', async () => {
  const words = Array.from({ length: 4_000 }, (_, n) => `word${n}`);
  const form = makeForm([answered(1, words.join(' ')), answered(1, 'x'.repeat(20_000))]);
  const pages = await pagesOf(form);
  const all = pages.join('\n').split(/\s+/);
  expect(all.filter((one) => /^word\d+$/.test(one))).toEqual(words);
  expect(all.filter((one) => /^x+$/.test(one)).join('')).toHaveLength(20_000);
  expect(pages.length).toBeGreaterThan(8);
});

test('2,000 answers stay on the page of their label, and do not block the event loop', async () => {
  const fields = Array.from({ length: 2_000 }, (_, n) =>
    answered(0, `Answer ${n}`, { fieldLabel: `Question ${n}`, modelPropertyName: `q${n}` }),
  );
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const pages = await pagesOf(makeForm(fields));
  clearInterval(timer);
  for (const [index, text] of pages.entries()) {
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    const questions = [...text.matchAll(/^Question (\d+)$/gm)].map(([, n]) => n);
    expect([...text.matchAll(/^Answer (\d+)$/gm)].map(([, n]) => n)).toEqual(questions);
  }
  expect(pages.join('\n').match(/^Answer \d+$/gm)).toHaveLength(2_000);
  expect(turns).toBeGreaterThan(10);
});

test('the same content gives the same bytes, even with unusual characters', async () => {
  const form = makeForm([answered(0, '\u0000\u200b\u202eevil 王 😀 Nguyễn'), answered(1, '<script>&amp;\r\n\ttab')]);
  const first = await pdfOf(form);
  expect((await pdfOf(form)).equals(first)).toBe(true);
  expect(pdfText(first).join('\n')).toContain('<script>&amp;');
});

test('labels, answers and names are written in their own scripts and wrapped', async () => {
  const request = '请在周一早上七点之前打扫办公室，特别注意厨房和洗手间。'.repeat(12);
  const fields = [
    answered(0, 'Νίκος Papadopoulos', { fieldLabel: 'Όνομα' }),
    answered(1, request),
    answered(1, 'ทำความสะอาดห้องน้ำ '.repeat(40)),
  ];
  const text = (await pagesOf(makeForm(fields, { formName: '清洁检查' }))).join('');
  const letters = text.replace(/\s/g, '');
  for (const words of ['清洁检查', 'Όνομα', 'ΝίκοςPapadopoulos', request]) expect(letters).toContain(words);
  expect(letters.match(/ความสะอาดห้อง/g)).toHaveLength(40);
  expect(letters).not.toContain('?');
});

/** `count` characters from `first` on, in scattered order. */
const lettersFrom = (first: number, count: number): string =>
  Array.from({ length: count }, (_, n) => String.fromCodePoint(first + ((n * 7919) % count))).join('');

longTest('a PDF loads a limited number of fonts without blocking the event loop', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const han = lettersFrom(0x4e00, 20_000);
  const content = paperOf(makeForm([answered(1, han), answered(1, `あ${lettersFrom(0xac00, 11_000)}`)]));
  const pdf = await submissionPdf(content, noFiles);
  clearInterval(timer);
  const fonts = pdf.toString('latin1').split('/FontFile2').length - 1;
  expect([fonts > 5, fonts < 90]).toEqual([true, true]);
  const text = pdfText(pdf).join('').replace(/\s/g, '');
  expect(text).toContain(han[0]);
  expect(text.match(/\?/g)?.length).toBeGreaterThan(28_000);
  expect(turns).toBeGreaterThan(5);
});

test('20,000 combining marks on one letter are truncated', async () => {
  for (const [letter, mark] of [
    ['\u0627', '\u064b'],
    ['\u0915', '\u094d'],
    ['', '\u064b'],
  ])
    expect((await pdfOf(makeForm([answered(1, `${letter}${mark?.repeat(20_000)}`)]))).length).toBeLessThan(30_000);
});

describe('lines of text', () => {
  const widthOf = (piece: string) => [...piece].length;

  test.each([
    ['one word', 'x'.repeat(20_000)],
    ['one word after another on the same line', `\u4e2d${'x'.repeat(20_000)}`],
    ['both directions', '\u05d0b'.repeat(10_000)],
    ['marks on one letter', `a${'\u0301\u064b'.repeat(10_000)}`],
    ['joiners', '\u05d0\u200d'.repeat(10_000)],
    ['an endless syllable', '\u0915\u094d'.repeat(10_000)],
  ])('are measured in short pieces: %s', (_, text) => {
    let most = 0;
    const measured = (piece: string): number => {
      most = Math.max(most, piece.length);
      return widthOf(piece);
    };
    breakLines(text, 80, measured);
    expect(most).toBeLessThan(501);
  });

  test('never exceed the width and lose no text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { maxLength: 40 }),
        fc.integer({ min: 1, max: 20 }),
        (words, width) => {
          const lines = breakLines(words.join(' '), width, widthOf);
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
        },
      ),
    );
  });

  test('keep line breaks of the text', () => {
    expect(breakLines('a\n\nb c', 10, widthOf)).toEqual(['a', '', 'b c']);
    expect(breakLines('one two three', 7, widthOf)).toEqual(['one two', 'three']);
  });

  test('break between words without spaces, and never start with closing punctuation', () => {
    expect(breakLines('特别注意厨房，和洗手间。', 6, widthOf)).toEqual(['特别注意', '厨房，和', '洗手间。']);
    expect(breakLines('ทำความสะอาดห้องน้ำ', 8, widthOf).at(-1)).toBe('ห้องน้ำ');
  });

  test('of bidirectional text are marked with the direction of their paragraph', () => {
    const [left, right] = ['\u200e', '\u200f'];
    expect(breakLines('Call דוד or\nשלום Sydney CBD', 8, widthOf)).toEqual([
      `${left}Call דוד`,
      `${left}or`,
      `${right}שלום`,
      `${right}Sydney`,
      `${right}CBD`,
    ]);
  });
});

test('HTML is converted to pieces of text', () => {
  const html =
    '<h2>A &amp; B</h2><p>one<br />two <b>bold</b></p><ul><li>x</li><li><p>y</p></li></ul><table><tr><td>1</td><td>2</td></tr></table>tail';
  expect(htmlToText(html)).toEqual([
    { kind: 'heading', text: 'A & B' },
    { kind: 'paragraph', text: 'one\ntwo bold' },
    { kind: 'listItem', text: 'x' },
    { kind: 'paragraph', text: 'y' },
    { kind: 'paragraph', text: '1   2' },
    { kind: 'paragraph', text: 'tail' },
  ]);
});

test.each([9, 36, 1])('a heading before a field of type %i is never the last line of a page', async (formFieldType) => {
  const png = (
    await sharp(await picture())
      .png()
      .toBuffer()
  ).toString('base64');
  const images = JSON.stringify([
    { name: 'a.png', origFileName: 'a.png', data: `data:image/png;base64,${png}`, size: 1 },
  ]);
  const value = { 9: images, 36: png, 1: 'One line.\nAnother line.\n'.repeat(8) }[formFieldType] ?? '';
  const last = answered(formFieldType, value, { fieldLabel: 'Last label' });
  for (let lines = 22; lines < 50; lines += 2) {
    const filler = answered(1, 'A line.\n'.repeat(lines), { fieldLabel: 'Filler' });
    const form = makeForm([], { formSections: [section('First part', [filler]), section('Last part', [last])] });
    const page = (await pagesOf(form)).find((text) => text.includes('Last part')) ?? '';
    expect([lines, page.includes('Last label')]).toEqual([lines, true]);
  }
});

test('signatures are drawn in pairs side by side', async () => {
  const png = (
    await sharp(await picture())
      .png()
      .toBuffer()
  ).toString('base64');
  const signs = (count: number) =>
    Array.from({ length: count }, (_, i) => answered(36, png, { fieldLabel: `Signature ${i}` }));
  expect(await pagesOf(makeForm(signs(6)))).toHaveLength(1); // only four would fit one below another
});
