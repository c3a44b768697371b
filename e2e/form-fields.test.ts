import type { Locator, Page } from '@playwright/test';
import type { FormDefinition, FormField } from '#forms/definition.ts';
import { asSomebody } from './admin.ts';
import { field, storedForm, submissionsOf } from './forms.ts';
import { address } from './place.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

const required = 'This field is required.';
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();
const at = (page: Page, { id }: FormField): Locator => page.locator(`[id="field-${id}"]`);
const fault = (page: Page, { id }: FormField): Locator => page.locator(`[id="field-${id}-error"]`);
const leaveAfter = (text: string) => async (control: Locator) => {
  await control.fill(text);
  await control.blur();
};

const typeOn = (text: string) => async (control: Locator) => {
  await control.press('End');
  await control.pressSequentially(text);
};

/** A field with what is wrong in it, what is right, and what becomes of that. */
interface Case {
  field: FormField;
  /** What somebody does first, and the sentence that it brings. */
  wrong?: (control: Locator, page: Page) => Promise<void>;
  sentence: string;
  right: (control: Locator, page: Page) => Promise<void>;
  /** As it travels and is stored. */
  stored: string;
  /** As it is viewed. */
  words: string;
}

const must = { requiredLogic: '*' };
const options = 'Full=full;Topped up=topped-up;Ran out=ran-out';
const pick = (name: string) => (control: Locator) => control.getByRole('radio', { name, exact: true }).check();

const typed: Case[] = [
  {
    field: field(0, 'Site', must),
    sentence: required,
    right: leaveAfter(' Harbour Street '),
    stored: 'Harbour Street',
    words: 'Harbour Street',
  },
  {
    field: field(0, 'Site code', { requiredRegexPattern: '^[A-Z]{3}-[0-9]{3}$' }),
    wrong: leaveAfter('syd-1'),
    sentence: 'Invalid Site code.',
    right: leaveAfter('SYD-014'),
    stored: 'SYD-014',
    words: 'SYD-014',
  },
  {
    field: field(1, 'Remarks', { maxLength: 20 }),
    wrong: leaveAfter('This is far too long.'),
    sentence: 'Maximum length is 20.',
    right: leaveAfter('Two lines,\none end'),
    stored: 'Two lines,\none end',
    words: 'Two lines,\none end',
  },
  {
    field: field(15, 'Quote to', must),
    wrong: leaveAfter('facilities@'),
    sentence: 'Must be a valid email address.',
    right: leaveAfter('facilities@example.com.au'),
    stored: 'facilities@example.com.au',
    words: 'facilities@example.com.au',
  },
  {
    field: field(14, 'Crew phone', must),
    wrong: (control) => control.pressSequentially('0491570'),
    sentence: 'Invalid Crew phone.',
    right: typeOn('156'),
    stored: '0491570156',
    words: '0491 570 156',
  },
  {
    field: field(12, 'Work order', { maskedInputMask: 'WO-9999-9999' }),
    wrong: (control) => control.pressSequentially('2026'),
    sentence: 'Invalid Work order.',
    right: typeOn('0417'),
    stored: 'WO-2026-0417',
    words: 'WO-2026-0417',
  },
  {
    field: field(11, 'Toilets', { minNumberValue: 0, maxNumberValue: 50 }),
    wrong: leaveAfter('51'),
    sentence: 'Maximum value is 50.',
    right: async (control, page) => {
      await control.press('ArrowDown');
      await page.getByRole('button', { name: 'One less' }).click();
    },
    stored: '49',
    words: '49',
  },
  {
    field: field(13, 'Price', { minNumberValue: 50 }),
    wrong: leaveAfter('$49.99'),
    sentence: 'Minimum value is 50.',
    right: async (control) => {
      await leaveAfter('1480.5')(control);
      await expect(control).toHaveValue('1,480.50');
    },
    stored: '1480.5',
    words: '$1,480.50',
  },
  {
    field: field(10, 'Visited', must),
    wrong: leaveAfter('31/02/2026'),
    sentence: 'Invalid Date.',
    right: async (control) => {
      await control.fill('');
      await control.pressSequentially('01022026'); // the separators come by themselves
      await expect(control).toHaveValue('01/02/2026');
    },
    stored: '2026-02-01 00:00:00',
    words: '01/02/2026',
  },
  {
    field: field(10, 'Next visit', { dateFormat: 'D MMM YYYY', minDateToday: true }),
    wrong: leaveAfter('1 jan 2020'),
    sentence: 'Minimum date is today.',
    right: async (control) => {
      await leaveAfter('5/3/2040')(control);
      await expect(control).toHaveValue('5 Mar 2040');
    },
    stored: '2040-03-05 00:00:00',
    words: '5 Mar 2040',
  },
];

const chosen: Case[] = [
  {
    field: field(2, 'Kind', { ...must, selectOptions: options }),
    sentence: required,
    right: async (control) => void (await control.selectOption('Topped up')),
    stored: 'topped-up',
    words: 'Topped up',
  },
  {
    field: field(3, 'Areas', { ...must, selectOptions: 'Reception;Kitchen;Store room' }),
    sentence: required,
    right: async (control, page) => {
      await control.press('ArrowDown');
      await page.getByRole('option', { name: 'Select all' }).click();
      await page.getByRole('button', { name: 'Remove Kitchen' }).click();
      await control.press('Escape');
    },
    stored: 'Reception;Store room',
    words: 'Reception, Store room',
  },
  {
    field: field(4, 'Standard', { ...must, selectOptions: 'Good;Fair;Poor' }),
    sentence: required,
    right: pick('Fair'),
    stored: 'Fair',
    words: 'Fair',
  },
  {
    field: field(5, 'Soap', { ...must, selectOptions: options }),
    sentence: required,
    right: pick('Ran out'),
    stored: 'ran-out',
    words: 'Ran out',
  },
  { field: field(6, 'Hazard', must), sentence: required, right: pick('No'), stored: 'false', words: 'No' },
  {
    field: field(7, 'Agreed', must),
    sentence: required,
    right: (control) => control.check(),
    stored: 'true',
    words: 'Yes',
  },
];

/** What is stored of the only submission, as the API answers it, and its id. */
async function onlySubmission(page: Page, form: FormDefinition, database: Parameters<typeof submissionsOf>[0]) {
  const submissions = await submissionsOf(database, form);
  expect(submissions).toHaveLength(1);
  const id = submissions[0]?.id ?? '';
  const answer = await page.request.post('/v1/form-builder/form-submission', {
    data: { submissionId: id, formSubmissionGetType: 0 },
    headers: { 'x-session': 'cookie', origin: address },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { responses } = (await answer.json()) as { responses: { id: string; response: string }[] };
  return { id, stored: new Map(responses.map((one) => [one.id, one.response])) };
}

for (const [what, cases] of [
  ['typed', typed],
  ['chosen', chosen],
] as const) {
  test(`what is ${what} is refused in its own words, corrected, stored, viewed and changed`, async ({
    page,
    context,
    database,
  }) => {
    await asSomebody(context, database, 'customer');
    const form = await storedForm(database, [cases.map((one) => one.field)]);
    await page.goto(`/forms/${form.url}/`);
    await page.waitForLoadState('networkidle'); // controls and the engine of patterns come after the page
    for (const one of cases) await one.wrong?.(at(page, one.field), page);
    await submit(page);
    for (const one of cases) await expect(fault(page, one.field)).toHaveText(one.sentence);
    await expectAccessibleInBothSchemes(page);
    for (const one of cases) {
      await one.right(at(page, one.field), page);
      await expect(fault(page, one.field)).toHaveCount(0);
    }
    await submit(page);
    await expect(page.getByText('Thank you, your form submission has been saved.')).toBeVisible();
    const { id, stored } = await onlySubmission(page, form, database);
    expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(cases.map((one) => [one.field.id, one.stored])));

    await page.goto(`/forms/${id}/view/`);
    const shown = page.locator('form dl');
    await expect(shown.getByRole('term')).toHaveText(cases.map((one) => one.field.fieldLabel ?? ''));
    await expect(shown.getByRole('definition')).toHaveText(cases.map((one) => one.words));
    await expect(page.locator('form').getByRole('button')).toHaveCount(0);
    await expectAccessibleInBothSchemes(page);

    await page.goto(`/forms/${id}/edit/`);
    const [first] = cases;
    if (first?.field.formFieldType === 0) await at(page, first.field).fill('Depot Lane');
    else if (first) await at(page, first.field).selectOption('Full');
    await submit(page);
    await page.waitForURL(`/forms/${id}/view/`);
    await expect(shown.getByRole('definition')).toHaveText([
      first?.field.formFieldType === 0 ? 'Depot Lane' : 'Full',
      ...cases.slice(1).map((one) => one.words),
    ]);
  });
}
