import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeField, makeForm, storeForm } from '../../../test/make-form.ts';
import { makePerson } from '../../../test/people.ts';
import { pdf } from '../../../test/sample-files.ts';
import { filesPath, multipart, multipartType, formFileUploader } from '../../../test/send-form-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'spruce-upload-'));
vi.stubEnv('TMPDIR', folder); // used only by this test file, so that leftovers can be detected
const { app, ask, deps } = await testApp();
beforeAll(() => app.listen({ port: 0, host: '127.0.0.1' }));
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const send = formFileUploader({ ask });
const largest = 300_000;
const papers = makeField({ formFieldType: 8, fieldLabel: 'Papers', maxFileSize: largest });
const small = makeField({ formFieldType: 8, fieldLabel: 'Small' });
const { id: formId, ...form } = await storeForm(deps, makeForm([papers, small]));
const field = { formId, fieldId: papers.id };
const path = `${filesPath(formId)}?fieldId=${papers.id}`;

/** A PDF of exactly `size` bytes. */
const pdfOf = (size: number) => pdf('x'.repeat(size - pdf('').length));
const count = async () => (await deps.db.selectFrom('form_files').select('id').execute()).length;
const leftovers = async () => (await readdir(folder)).filter((name) => name.startsWith('shop-form-files-'));
const storedBytes = (id: string) => deps.files.get(`forms/${id}`);

test('an uploaded file is stored unchanged and returned in the format of answers', async () => {
  const bytes = pdfOf(5_000);
  const { status, body } = await send(field, { name: 'Grundriß, 2. Stock – “final”.pdf', bytes });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-/),
      name: 'Grundriß, 2. Sto...pdf',
      origFileName: 'Grundriß, 2. Stock – “final”.pdf',
      data: `/files/forms/${body.id}`,
      size: 5,
    },
  ]);
  expect((await storedBytes(body.id))?.equals(bytes)).toBe(true);
});

test('file names are sanitised', async () => {
  const { body } = await send(field, { name: '..\\..\\C:/temp/\u202Eplan\u0007 a.pdf', bytes: pdf() });
  expect(body.origFileName).toBe('plan a.pdf');
});

test('a file may have exactly the maximum size of its field', async () => {
  expect((await send(field, { name: 'a.pdf', bytes: pdfOf(largest) })).status).toBe(201);
  const before = await count();
  const larger = await send(field, { name: 'a.pdf', bytes: pdfOf(largest + 1) });
  expect([larger.status, larger.message]).toEqual([413, 'File is too large.']);
  const usual = { formId, fieldId: small.id };
  expect((await send(usual, { name: 'a.pdf', bytes: pdfOf(100_000) })).status).toBe(201);
  expect((await send(usual, { name: 'a.pdf', bytes: pdfOf(100_001) })).status).toBe(413);
  expect(await count()).toBe(before + 1);
});

test.each([
  [
    'two files',
    multipart({ name: 'a.pdf', bytes: pdf() }, { name: 'b.pdf', bytes: pdf() }),
    'Please send one file at a time.',
  ],
  ['no file', multipart(), 'Please add at least one file.'],
  [
    'half a file',
    multipart({ name: 'a.pdf', bytes: pdfOf(2_000) }).subarray(0, 1_000),
    'The request is not valid multipart/form-data.',
  ],
  ['another boundary', Buffer.from('--other\r\n\r\nx\r\n--other--'), 'The request is not valid multipart/form-data.'],
])('a body with %s is refused', async (_what, body, sentence) => {
  const before = await count();
  const { status, message } = await send(field, body);
  expect([status, message]).toEqual([400, sentence]);
  expect(await count()).toBe(before);
});

test('a request that is not multipart is refused', async () => {
  const sendAs = async (type: string) => {
    const { status } = await ask('POST', path, { headers: { 'content-type': type }, body: '{}' });
    return status;
  };
  expect(await sendAs('multipart/form-data')).toBe(400);
  expect(await sendAs('application/json')).toBe(415);
  expect(await sendAs('application/pdf')).toBe(415);
  expect((await ask('POST', filesPath(formId), { headers: { 'content-type': multipartType }, body: 'x' })).status).toBe(
    400,
  );
});

/** Speaks raw HTTP; returns the response and the bytes of body sent before it arrived. */
function talk(headers: string, write: (more: (bytes: Buffer) => Promise<void>, end: () => void) => Promise<void>) {
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  return new Promise<{ answer: string; sent: number }>((resolve) => {
    let [answer, sent] = ['', 0];
    const socket = connect(port, '127.0.0.1');
    const done = () => resolve({ answer, sent });
    const isOver = () => answer !== '' || socket.destroyed;
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('data', () => setTimeout(() => socket.destroy(), 20));
    socket.on('close', done).on('error', () => {});
    const more = async (bytes: Buffer) => {
      if (isOver()) return;
      sent += bytes.length;
      if (!socket.write(bytes)) await new Promise((drained) => socket.once('drain', drained).once('close', drained));
      else await new Promise(setImmediate);
    };
    const begin = `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nContent-Type: ${multipartType}\r\n${headers}\r\n`;
    socket.write(begin);
    void write(more, () => socket.destroy());
  });
}

const headOf = multipart({ name: 'a.pdf', bytes: pdf() }).subarray(0, 160);
const megabyte = Buffer.alloc(1024 * 1024, 'x');

test('a request whose Content-Length is too large is refused before its body is sent', async () => {
  const { answer, sent } = await talk('Content-Length: 900000000\r\n', async () => {});
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*File is too large\./s);
  expect(sent).toBe(0);
});

test('a chunked request that becomes too large is refused while it is being sent', async () => {
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const { answer, sent } = await talk('Transfer-Encoding: chunked\r\n', async (more) => {
    await more(chunk(headOf));
    for (let count = 0; count < 500; count++) await more(chunk(megabyte));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 .*File is too large\./s);
  expect(sent).toBeLessThan(40 * megabyte.length);
});

test('an unsupported file name is refused before the content is sent', async () => {
  const head = multipart({ name: 'a.exe', bytes: pdf() }).subarray(0, 160);
  const { answer } = await talk('Content-Length: 200000\r\n', async (more) => more(head));
  expect(answer).toMatch(/^HTTP\/1\.1 415 .*File type is not supported\./s);
});

test('an aborted upload leaves nothing behind', async () => {
  const before = await count();
  await talk('Content-Length: 200000\r\n', async (more, end) => {
    await more(headOf);
    await more(Buffer.alloc(50_000, 'x'));
    setTimeout(end, 50);
  });
  await expect.poll(leftovers).toEqual([]);
  expect(await count()).toBe(before);
});

test('a file is removed by a guest who knows its id, or by its uploader, and is deleted from the store', async () => {
  const [sender, other] = [await makePerson(deps), await makePerson(deps)];
  const remove = async (id: string, token: string | null) =>
    (await ask('DELETE', `${filesPath(formId)}/${id}`, { token })).status;
  const guests = (await send(field, { name: 'a.pdf', bytes: pdf() })).body.id;
  const theirs = (await send(field, { name: 'a.pdf', bytes: pdf() }, sender.token)).body.id;
  expect(await remove(theirs, null)).toBe(404);
  expect(await remove(theirs, other.token)).toBe(404);
  expect(await remove(theirs, sender.token)).toBe(204);
  expect(await remove(theirs, sender.token)).toBe(404);
  expect((await ask('DELETE', `${filesPath(papers.id)}/${guests}`)).status).toBe(404);
  expect(await remove(guests, null)).toBe(204);
  await deps.jobs.finishAll();
  expect([await storedBytes(guests), await storedBytes(theirs)]).toEqual([undefined, undefined]);
});

test('a file may be uploaded for an older version; for an archived form only by signed-in users', async () => {
  const { token } = await makePerson(deps);
  const file = { name: 'a.pdf', bytes: pdf() };
  await storeForm(deps, { ...form, id: formId, formSections: makeForm([small]).formSections });
  expect((await send(field, file)).message).toBe('This field is not part of the form.');
  expect((await send({ ...field, query: '&formVersion=1' }, file)).status).toBe(201);
  await deps.db.updateTable('forms').set({ archived_at: deps.clock.now() }).where('id', '=', formId).execute();
  expect((await send({ ...field, query: '&formVersion=1' }, file)).status).toBe(404);
  expect((await send({ ...field, query: '&formVersion=1' }, file, token)).status).toBe(201);
});

test('no temporary files are left behind', async () => {
  expect(await leftovers()).toEqual([]);
});
