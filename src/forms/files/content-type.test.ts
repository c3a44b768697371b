import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { compoundFile, docx, hollowPng, pdf, picture, xlsx, zip } from '../../../test/sample-files.ts';
import { formFileUploader } from '../../../test/send-form-file.ts';

const { ask, deps } = await testApp();
const send = formFileUploader({ ask });
const papers = makeField({ formFieldType: 8, fieldLabel: 'Papers', maxFileSize: 1_000_000 });
const photos = makeField({ formFieldType: 9, fieldLabel: 'Photos', maxFileSize: 1_000_000 });
const signature = makeField({ formFieldType: 36, fieldLabel: 'Signature' });
const note = makeField({ formFieldType: 0, fieldLabel: 'Note' });
const { id: formId } = await storeForm(deps, makeForm([papers, photos, signature, note]));
const toPapers = { formId, fieldId: papers.id };
const toPhotos = { formId, fieldId: photos.id };
const toSignature = { formId, fieldId: signature.id };

const [png, jpeg, webp, gif] = await Promise.all(
  (['png', 'jpeg', 'webp', 'gif'] as const).map((format) => picture(format)),
);
const text = (content: string) => Buffer.from(content, 'latin1');
const script = '<script>alert(1)</script>';
const svg = text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`);
const program = Buffer.concat([text('MZ\x90\x00\x03'), Buffer.alloc(200)]);

test.each([
  ['plan.pdf', pdf()],
  ['Plan.PDF', pdf()],
  ['plan.docx', docx()],
  ['plan.xlsx', xlsx('xl/worksheets/sheet1.xml')],
  ['plan.doc', compoundFile('1Table', 'WordDocument')],
  ['plan.doc', compoundFile('Data', '1Table', 'Macros', 'VBA', 'dir', 'WordDocument')],
  ['plan.xls', compoundFile('Workbook')],
  ['plan.xls', compoundFile('Book')],
  ['photo.png', png],
  ['photo.jpg', jpeg],
  ['photo.JPEG', jpeg],
])('a file field accepts %s', async (name, bytes) => {
  const { status, body } = await send(toPapers, { name, bytes: bytes ?? Buffer.alloc(0) });
  expect([status, body.origFileName]).toEqual([201, name]);
});

test.each([
  ['photo.png', png],
  ['photo.jpg', jpeg],
  ['photo.webp', webp],
  ['photo.gif', gif],
])('an image field accepts %s', async (name, bytes) => {
  expect((await send(toPhotos, { name, bytes: bytes ?? Buffer.alloc(0) })).status).toBe(201);
});

const unsupported: [string, string, Buffer | undefined][] = [
  ['a program', 'setup.exe', program],
  ['a renamed program', 'plan.pdf', program],
  ['a renamed Linux program', 'plan.docx', Buffer.concat([text('\x7fELF\x02\x01\x01'), Buffer.alloc(200)])],
  ['a shell script', 'photo.jpg', text('#!/bin/sh\nrm -rf /\n')],
  ['a program after a PDF header', 'plan.pdf', Buffer.concat([text('%PDF-1.7\n'), program])],
  ['an HTML page', 'plan.pdf', text(`<!doctype html>${script}`)],
  ['an HTML page that ends as a PDF', 'plan.pdf', Buffer.concat([text(`<html>${script}`), pdf()])],
  ['an HTML page named as an image', 'photo.png', text(`<html>${script}`)],
  ['an image of another type', 'photo.png', jpeg],
  ['an SVG', 'photo.svg', svg],
  ['a renamed SVG', 'photo.png', svg],
  ['a zip', 'plan.zip', zip('a.txt')],
  ['a renamed zip', 'plan.docx', zip('a.txt')],
  ['a renamed Java archive', 'plan.docx', zip('META-INF/MANIFEST.MF', '[Content_Types].xml')],
  ['a workbook named as a text document', 'plan.docx', xlsx()],
  ['a document with macros', 'plan.docm', docx('word/vbaProject.bin')],
  ['a document with macros named as one without', 'plan.docx', docx('word/vbaProject.bin')],
  ['an image followed by a document', 'plan.docx', Buffer.concat([gif ?? png ?? svg, docx()])],
  ['a truncated document', 'plan.docx', docx().subarray(0, 60)],
  ['an installer named as a document', 'plan.doc', compoundFile('\u4840\u3f3f', 'SummaryInformation')],
  ['an old workbook named as a text document', 'plan.doc', compoundFile('Workbook')],
  ['a truncated compound file', 'plan.xls', compoundFile('Workbook').subarray(0, 600)],
  ['a compound file with a cyclic chain', 'plan.doc', cyclicFile()],
  ['a name without an ending', 'plan', pdf()],
  ['an ending reversed by a direction mark', 'plan\u202Efdp.exe', pdf()],
  ['a second ending after a valid one', 'plan.pdf.html', pdf()],
];

test.each(unsupported)('%s is refused', async (_what, name, bytes = Buffer.alloc(0)) => {
  const before = await count();
  for (const field of [toPapers, toPhotos]) {
    const { status, message } = await send(field, { name, bytes });
    expect([status, message]).toEqual([415, 'File type is not supported.']);
  }
  expect(await count()).toBe(before);
});

/** Its FAT names the directory's only sector as its own successor. */
function cyclicFile(): Buffer {
  const bytes = compoundFile('Nothing');
  bytes.writeUInt32LE(1, 512 + 4);
  return bytes;
}

const count = async () => (await deps.db.selectFrom('form_files').select('id').execute()).length;

test('an image field refuses a document', async () => {
  expect((await send(toPhotos, { name: 'plan.pdf', bytes: pdf() })).status).toBe(415);
});

test('images with too many pixels and damaged images are refused', async () => {
  const sentence = 'The image has too many pixels. Please make it smaller.';
  for (const [width, height] of [
    [60_000, 60_000],
    [8_001, 8_000],
  ] as const) {
    const { status, message } = await send(toPhotos, { name: 'bomb.png', bytes: hollowPng(width, height) });
    expect([status, message]).toEqual([400, sentence]);
  }
  const damaged = await send(toPhotos, { name: 'photo.png', bytes: hollowPng(40, 20).subarray(0, 20) });
  expect([damaged.status, damaged.message]).toEqual([400, 'The image is damaged or cannot be read.']);
});

test('an empty file is refused', async () => {
  const empty = await send(toPapers, { name: 'plan.pdf', bytes: Buffer.alloc(0) });
  expect([empty.status, empty.message]).toEqual([400, 'File is too small.']);
});

test('a signature is a whole PNG of at most 1500 x 600', async () => {
  const sign = async (bytes: Buffer) => {
    const { status, message } = await send(toSignature, { name: 'signature.png', bytes });
    return [status, message];
  };
  expect(await sign(await picture('png', 1500, 600))).toEqual([201, undefined]);
  expect(await sign(await picture('png', 1501, 600))).toEqual([400, 'Invalid Signature.']);
  expect(await sign(await picture('png', 1500, 601))).toEqual([400, 'Invalid Signature.']);
  expect(await sign(await picture('jpeg', 500, 200))).toEqual([415, 'File type is not supported.']);
  const whole = await picture('png', 500, 200);
  expect(await sign(whole.subarray(0, whole.length - 40))).toEqual([400, 'The image is damaged or cannot be read.']);
});

test('files are accepted only for a file field of an existing form', async () => {
  const file = { name: 'plan.pdf', bytes: pdf() };
  const other = await send({ formId, fieldId: note.id }, file);
  expect([other.status, other.faults]).toEqual([
    400,
    [{ path: 'fieldId', message: 'This field does not accept files.' }],
  ]);
  const unknown = await send({ formId, fieldId: formId }, file);
  expect([unknown.status, unknown.message]).toEqual([400, 'This field is not part of the form.']);
  const nowhere = await send({ formId: papers.id, fieldId: papers.id }, file);
  expect([nowhere.status, nowhere.message]).toEqual([404, 'This form does not exist.']);
});
