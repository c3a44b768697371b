import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FormDefinition } from '#forms/definition/definition.ts';
import { testApp } from '../../../../test/app.ts';
import { excelRows } from '../../../../test/excel.ts';
import { makeField, makeForm, storeForm } from '../../../../test/make-form.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { isLong } from '../../../../test/long.ts';

const { ask, deps, app } = await testApp();
const path = '/v1/submissions/export';
const { token } = await makeAdministrator(deps, { claims: ['ManageForms'] });

const field = (formFieldType: number, modelPropertyName: string, fieldLabel: string, more = {}) =>
  makeField({ formFieldType, modelPropertyName, fieldLabel, ...more });
const [site, day, budget, rooms, plan, note] = [
  field(0, 'site', 'Site'),
  field(10, 'wanted', 'Wanted'),
  field(13, 'budget', 'Budget'),
  field(11, 'rooms', 'Rooms'),
  field(0, 'plan', 'Note'),
  field(0, 'note', 'Note'),
];
const first = await storeForm(deps, makeForm([site, day, budget, rooms, plan, note], { formName: 'Visité: one' }));
const id = first.id;

async function send(form: FormDefinition, version: number, answers: Record<string, string>): Promise<void> {
  const body = Object.entries(answers).map(([key, response]) => ({ id: key, response }));
  const { status } = await ask('POST', `/v1/form-builder/${form.id}?formVersion=${version}`, { body });
  expect(status).toBe(201);
  deps.clock.advance(1_000);
}

await send(first, 1, {
  [site.id]: '=1+1',
  [day.id]: '2026-03-31 00:00:00',
  [budget.id]: '1480',
  [rooms.id]: '12',
  [plan.id]: 'A, "quoted"',
  [note.id]: 'Same label',
});
// The second version: another field named `site`, no rooms, and the budget is a text field.
const place = field(0, 'site', 'Address of the site');
const level = makeField({ formFieldType: 4, fieldLabel: 'Level', selectOptions: 'Ground=g;Upper=u' });
const second = await storeForm(deps, {
  ...makeForm([level, place, day, { ...budget, formFieldType: 0 }, plan, note], { formName: 'Visit' }),
  url: first.url,
});
await send({ ...second, id }, 2, { [place.id]: '12 Hill St', [level.id]: 'u', [budget.id]: 'little' });

const heads = ['Sent', 'Time', 'Status', 'Sender', 'Sender email', 'Version', 'Reference'];
const answers = ['Level', 'Address of the site', 'Wanted', 'Budget', 'Note (plan)', 'Note (note)', 'Rooms'];

test('the export of one form has the columns of all its versions, newest first', async () => {
  const { bytes, headers } = await ask('GET', `${path}?formId=${id}&format=xlsx&sort=createdDate`, { token });
  expect(headers['content-disposition']).toBe('attachment; filename="visit-2026-03-02.xlsx"');
  const [header, one, two] = await excelRows(bytes);
  expect(header).toEqual([...heads, ...answers]);
  const sent = new Date('2026-03-02T00:00:00Z');
  expect(one?.slice(0, 3)).toEqual([sent, '12:00 pm', 'New']);
  const wanted = new Date('2026-03-31T00:00:00Z');
  expect(one?.slice(7)).toEqual([null, '=1+1', wanted, '$1,480.00', 'A, "quoted"', 'Same label', 12]);
  expect(two?.slice(7)).toEqual(['Upper', '12 Hill St', null, 'little', null, null, null]);
});

test('a CSV file neutralises formulas and quotes values', async () => {
  const { bytes, headers } = await ask('GET', `${path}?formId=${id}&format=csv`, { token });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, newest, oldest] = bytes.toString('utf8').replace('\ufeff', '').split('\n');
  expect(header).toBe([...heads, ...answers].join(','));
  expect(newest).toContain(',2,');
  expect(oldest).toContain(`,'=1+1,2026-03-31,"$1,480.00","A, ""quoted""",Same label,12`);
});

test('the export without a form has no answers and applies the filter', async () => {
  const csv = async (query: string): Promise<string[]> =>
    (await ask('GET', `${path}?format=csv${query}`, { token })).bytes.toString('utf8').split('\n').slice(0, -1);
  expect((await csv(''))[0]).toBe(`\ufeff${['Form', ...heads].join(',')}`);
  expect(await csv('')).toHaveLength(3);
  expect(await csv('&status=2')).toHaveLength(1);
  expect(await csv('&search=hill')).toHaveLength(2);
});

test('an unknown form and an unknown format are refused', async () => {
  const unknown = await ask('GET', `${path}?formId=01900000-0000-7000-8000-000000000001&format=csv`, { token });
  expect([unknown.status, unknown.message]).toEqual([404, 'This form does not exist.']);
  expect((await ask('GET', `${path}?formId=${id}&format=pdf`, { token })).status).toBe(400);
});

describe.runIf(isLong)('100,000 submissions', () => {
  const text = field(0, 'text', 'Text');
  const more = field(1, 'more', 'More');
  const many = makeForm([text, more]);
  beforeAll(async () => {
    await storeForm(deps, many);
    await sql`
      insert into form_submissions (id, form_id, form_version, responses, created_at, updated_at)
      select gen_random_uuid(), ${many.id}, 1,
        jsonb_build_object(${text.id}::text, 'Answer ' || n, ${more.id}::text, repeat('word ', 60)), now(), now()
      from generate_series(1, 100000) n`.execute(deps.db);
  });

  /** Peak memory growth while a file is sent, in MB, and the file's size in bytes. */
  async function measureExport(format: string): Promise<{ grown: number; bytes: number }> {
    const url = `${path}?formId=${many.id}&format=${format}`;
    const headers = { authorization: `Bearer ${token}` };
    const reply = await app.inject({ url, headers, payloadAsStream: true });
    expect(reply.statusCode).toBe(200);
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let [most, bytes] = [0, 0];
    for await (const chunk of reply.stream()) {
      bytes += (chunk as Buffer).length; // a stream of bytes
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    return { grown: most / 1024 / 1024, bytes };
  }

  test('are streamed as CSV and as Excel without being loaded into memory', async () => {
    await measureExport('csv'); // warm-up
    const csv = await measureExport('csv');
    expect(csv.bytes).toBeGreaterThan(30_000_000);
    expect(csv.grown).toBeLessThan(150);
    const excel = await measureExport('xlsx');
    expect(excel.bytes).toBeGreaterThan(1_000_000);
    console.info(`Grew by ${csv.grown.toFixed(0)} MB for CSV, ${excel.grown.toFixed(0)} MB for Excel with its worker.`);
    expect(excel.grown).toBeLessThan(300);
  });
});
