import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../../test/make-form.ts';
import { day } from '#lib/day.ts';
import { toShownForm } from '#forms/definition/render-text-blocks.server.ts';
import { FormStore } from './form-store.ts';
import { subscribeSummary, summaryOf } from './section-summary.ts';

const pest = makeField({ formFieldType: 0, modelPropertyName: 'pest' });
const where = makeField({ formFieldType: 0, visibilityLogic: "pest == 'rats'" });
const notes = makeField({ formFieldType: 1 });
const count = makeField({ formFieldType: 11 });
const elsewhere = makeField({ formFieldType: 0 });
const other = makeForm([elsewhere]);
const defined = makeForm([pest, where, notes, count]);
const form = toShownForm({ ...defined, formSections: [...defined.formSections, ...other.formSections] }, 1);
const rows = form.formSections[0]?.formRows ?? [];

const filled = (): FormStore => {
  const store = new FormStore({ form, today: day('2026-11-22'), matches: () => true });
  store.answer(pest.id, 'mice');
  store.answer(where.id, 'roof');
  return store;
};

test('a summary is limited to one line', () => {
  const store = filled();
  expect(summaryOf(store, rows)).toBe('mice');
  store.answer(notes.id, 'They come at night. '.repeat(500));
  expect(summaryOf(store, rows)).toBe(
    'mice, They come at night. They come at night. They come at night. They come at n…',
  );
  store.answer(notes.id, '🐁'.repeat(75));
  expect(summaryOf(store, rows)).toBe(`mice, ${'🐁'.repeat(74)}…`);
});

test('the listener is called once for each change of a summarised answer, and for no other change', async () => {
  const store = filled();
  let calls = 0;
  const end = subscribeSummary(store, rows, () => void calls++);
  store.answer(elsewhere.id, 'x');
  store.answer(count.id, '3');
  await Promise.resolve();
  expect(calls).toBe(0);
  store.answer(pest.id, 'rats'); // shows where, too
  await Promise.resolve();
  expect([calls, summaryOf(store, rows)]).toEqual([1, 'rats, roof']);
  end();
  store.answer(pest.id, 'ants');
  await Promise.resolve();
  expect(calls).toBe(1);
});
