import { readFileSync } from 'node:fs';
import type { FormField } from '#forms/definition/definition.ts';
import { field, storedForm, submissionsOf } from './forms.ts';
import { expect, test } from './test.ts';

interface Vector {
  rule: string;
  values: Record<string, string | number | boolean | string[] | null>;
  expect: boolean | 'error';
}

const file = new URL('../src/forms/rules/rule-vectors.json', import.meta.url);
const vectors = (JSON.parse(readFileSync(file, 'utf8')) as Vector[]).filter((one) => one.expect !== 'error'); // the file's format

/** A field with a vector's value as its initial value, which determines its type (`docs/forms.md`). */
function holding(name: string, value: Vector['values'][string]): FormField {
  const given = { modelPropertyName: name, initialValue: value === null ? null : String(value) };
  if (Array.isArray(value))
    return field(3, name, { ...given, initialValue: value.join(';'), selectOptions: 'carpets;windows;floors' });
  if (typeof value === 'boolean') return field(6, name, given);
  if (typeof value === 'number') return field(11, name, given);
  return field(value !== null && /^\d{4}-\d\d-\d\d$/.test(value) ? 10 : 0, name, given);
}

/** The rule with unique field names, so that all vectors fit into one form. */
function renamed(rule: string, names: readonly string[], prefix: string): string {
  const parts = rule.split(/('[^']*'|"[^"]*")/);
  return parts
    .map((part, place) =>
      place % 2 === 1 ? part : part.replace(/\w+/g, (word) => (names.includes(word) ? prefix + word : word)),
    )
    .join('');
}

test('for all examples, rules give the same result in the browser and on the server', async ({ page, database }) => {
  const results: FormField[] = [];
  const sections = vectors.map(({ rule, values }, place) => {
    const prefix = `v${place}_`;
    const names = Object.keys(values);
    const result = field(0, `Result ${place}`, {
      initialValue: 'shown',
      visibilityLogic: renamed(rule, names, prefix),
    });
    results.push(result);
    return [...names.map((name) => holding(prefix + name, values[name] ?? null)), result];
  });
  const form = await storedForm(database, [sections.flat()]);
  await page.goto(`/forms/${form.url}/`);
  await expect(page.getByLabel(`Result ${vectors.length - 1}`)).toBeVisible(); // rows of a long section appear step by step
  const shown = await page.locator('input').evaluateAll((inputs) => inputs.map(({ id }) => id));
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Thank you, your form submission has been saved.')).toBeVisible();
  const [stored] = await submissionsOf(database, form);
  // A request that contains a hidden field's value anyway.
  const all = form.formSections.flatMap(({ formRows }) => formRows.flatMap(({ formFields }) => formFields));
  const data = all.map(({ id, initialValue }) => ({ id, response: initialValue }));
  const forged = await page.request.post(`/v1/form-builder/${form.id}`, { data });
  expect(forged.status()).toBe(201);
  const [, byHand] = await submissionsOf(database, form);
  const told = vectors.map(({ rule }, place) => {
    const { id } = results[place] ?? { id: '' };
    return {
      rule,
      browser: shown.includes(`field-${id}`),
      sent: id in (stored?.responses ?? {}),
      byHand: id in (byHand?.responses ?? {}),
    };
  });
  const right = vectors.map((one) => ({ rule: one.rule, browser: one.expect, sent: one.expect, byHand: one.expect }));
  expect(told).toEqual(right);
});
