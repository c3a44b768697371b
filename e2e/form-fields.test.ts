import type { Locator, Page } from '@playwright/test';
import type { FormDefinition, FormField } from '#forms/definition/definition.ts';
import { signInAs } from './admin.ts';
import { at, fault, field, openForm, storedForm, submissionsOf, submit, thanks } from './forms.ts';
import { address } from './place.ts';
import { expect, expectAccessibleInBothSchemes, test } from './test.ts';

const required = 'This field is required.';

type Act = (control: Locator, page: Page) => Promise<unknown>;

/** Replaces the value key by key, and leaves the field. */
const type =
  (text: string): Act =>
  async (control, { keyboard }) => {
    await control.click();
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type(text);
    await keyboard.press('Tab');
  };

/** Types key by key after the existing value. */
const typeOn =
  (text: string): Act =>
  async (control, { keyboard }) => {
    await control.press('End');
    await keyboard.type(text);
  };

const press =
  (...keys: string[]): Act =>
  async (control) => {
    for (const key of keys) await control.press(key);
  };

/** Clicks its label. */
const pick =
  (name: string): Act =>
  (control) =>
    control.getByText(name, { exact: true }).click();

/** Types, and checks how the field formats it at once. */
const typeShown =
  (text: string, shown: string): Act =>
  async (control, page) => {
    await type(text)(control, page);
    await expect(control).toHaveValue(shown);
  };

/** An answer as it is stored and as it is viewed. */
interface Done {
  act: Act;
  /** As it is sent and stored. */
  stored: string;
  /** As it is viewed. */
  words: string;
}

/** A required field with invalid answers, a valid one, and the one that it is changed to later. */
interface Case {
  field: FormField;
  wrong?: { act: Act; sentence: string };
  right: Done;
  changed: Done;
}

const done = (act: Act, stored: string, words = stored): Done => ({ act, stored, words });
const typing = (text: string, words = text, stored = words): Done => done(type(text), stored, words);
const wrong = (act: Act, sentence: string) => ({ act, sentence });
const must = (formFieldType: number, name: string, given: Partial<FormField> = {}): FormField =>
  field(formFieldType, name, { requiredLogic: '*', ...given });

const typed: Case[] = [
  {
    field: must(0, 'Site', { maxLength: 20 }),
    wrong: wrong(type('Harbour Street Depots'), 'Maximum length is 20.'),
    right: typing(' Harbour Street ', 'Harbour Street'),
    changed: typing('Depot Lane'),
  },
  {
    field: must(0, 'Site code', { requiredRegexPattern: '^[A-Z]{3}-[0-9]{3}$' }),
    wrong: wrong(type('syd-1'), 'Invalid Site code.'),
    right: typing('SYD-014'),
    changed: typing('MEL-002'),
  },
  {
    field: must(1, 'Remarks', { maxLength: 20 }),
    wrong: wrong(type('This is far too long.'), 'Maximum length is 20.'),
    right: typing('Two lines,\none end'),
    changed: typing('One line'),
  },
  {
    field: must(15, 'Quote to'),
    wrong: wrong(type('facilities@'), 'Must be a valid email address.'),
    right: typing('facilities@example.com.au'),
    changed: typing('night.crew@example.com.au'),
  },
  {
    field: must(14, 'Crew phone'),
    wrong: wrong(type('0491570'), 'Invalid Crew phone.'),
    right: done(typeOn('156'), '0491570156', '0491 570 156'),
    changed: typing('0491570157', '0491 570 157', '0491570157'),
  },
  {
    field: must(12, 'Work order', { maskedInputMask: 'WO-9999-9999' }),
    wrong: wrong(type('2026'), 'Invalid Work order.'),
    right: done(typeOn('0417'), 'WO-2026-0417'),
    changed: done(press('End', 'Backspace', '8'), 'WO-2026-0418'),
  },
  {
    field: must(12, 'Locker', { maskedInputMask: 'AAA-99A' }),
    wrong: wrong(type('1'), 'Invalid Locker.'),
    right: done(typeOn('2'), 'AAA-12A'),
    changed: done(press('End', 'Backspace', 'Backspace', '3'), 'AAA-13A'),
  },
  {
    field: must(11, 'Toilets', { minNumberValue: 0, maxNumberValue: 50 }),
    wrong: wrong(type('51'), 'Maximum value is 50.'),
    right: done(async (control, page) => {
      await control.press('ArrowDown');
      await page.getByRole('button', { name: 'One less' }).first().click();
    }, '49'),
    changed: typing('12.5'),
  },
  {
    field: must(11, 'Degrees', { minNumberValue: -5 }),
    wrong: wrong(type('-6'), 'Minimum value is -5.'),
    right: done(press('ArrowUp'), '-5'),
    changed: typing('+3', '3'),
  },
  {
    field: must(13, 'Price', { minNumberValue: 50 }),
    wrong: wrong(type('$49.99'), 'Minimum value is 50.'),
    right: done(typeShown('1480.5', '1,480.50'), '1480.5', '$1,480.50'),
    changed: typing('$2,000', '$2,000.00', '2000'),
  },
  {
    field: must(13, 'Deposit', { maxNumberValue: 100 }),
    wrong: wrong(type('100.01'), 'Maximum value is 100.'),
    right: typing('99.95', '$99.95', '99.95'),
    changed: typing('100', '$100.00', '100'),
  },
  {
    field: must(10, 'Visited'),
    wrong: wrong(type('31022026'), 'Invalid Date.'),
    right: done(
      typeShown('01022026', '01/02/2026'), // separators are inserted automatically
      '2026-02-01 00:00:00',
      '01/02/2026',
    ),
    changed: typing('2/3/2026', '02/03/2026', '2026-03-02 00:00:00'),
  },
  {
    field: must(10, 'Next visit', { dateFormat: 'D MMM YYYY', minDateToday: true }),
    wrong: wrong(type('1 jan 2020'), 'Minimum date is today.'),
    right: done(typeShown('5/3/2040', '5 Mar 2040'), '2040-03-05 00:00:00', '5 Mar 2040'),
    changed: typing('29 Feb 2040', '29 Feb 2040', '2040-02-29 00:00:00'),
  },
];

const options = 'Full=full;Topped up=topped-up;Ran out=ran-out';

const chosen: Case[] = [
  {
    field: must(2, 'Kind', { selectOptions: options }),
    right: done(press('T'), 'topped-up', 'Topped up'),
    changed: done((control) => control.selectOption('Full'), 'full', 'Full'),
  },
  {
    field: must(3, 'Areas', { selectOptions: 'Reception;Kitchen;Store room' }),
    right: done(
      async (control, page) => {
        await control.click();
        await page.getByRole('option', { name: 'Select all' }).click();
        await page.getByRole('button', { name: 'Remove Kitchen' }).click();
      },
      'Reception;Store room',
      'Reception; Store room',
    ),
    changed: done(
      async (control, page) => {
        await control.focus();
        await page.keyboard.press('Backspace');
        await page.keyboard.type('kit');
        for (const key of ['ArrowDown', 'Enter', 'Escape']) await page.keyboard.press(key);
      },
      'Reception;Kitchen',
      'Reception; Kitchen',
    ),
  },
  {
    field: must(4, 'Standard', { selectOptions: 'Good;Fair;Poor' }),
    right: done(pick('Fair'), 'Fair'),
    changed: done((control) => control.getByRole('radio', { name: 'Fair' }).press('ArrowRight'), 'Poor'),
  },
  {
    field: must(5, 'Soap', { selectOptions: options }),
    right: done(
      (control) => control.getByRole('radio', { name: 'Topped up' }).press('ArrowDown'),
      'ran-out',
      'Ran out',
    ),
    changed: done(pick('Full'), 'full', 'Full'),
  },
  {
    field: must(6, 'Hazard'),
    right: done(pick('No'), 'false', 'No'),
    changed: done((control) => control.getByRole('radio', { name: 'No' }).press('ArrowLeft'), 'true', 'Yes'),
  },
  {
    field: must(7, 'Agreed'),
    wrong: wrong(press('Space', 'Space'), required),
    right: done(press('Space'), 'true', 'Yes'),
    changed: done((control) => control.focus(), 'true', 'Yes'),
  },
  {
    field: field(7, 'Keys returned'),
    right: done((control) => control.focus(), 'false', 'No'),
    changed: done((control) => control.check(), 'true', 'Yes'),
  },
];

/** Read-only fields: the form's own text, or another field's answer, the first and the changed one. */
interface Said {
  field: FormField;
  words: readonly [string, string];
}

const again = (heading: string, name: string, words: Said['words']): Said => ({
  field: field(33, heading, { initialValue: `{${name}}` }),
  words,
});

const sayings: Record<string, Said[]> = {
  typed: [
    again('The price', 'Price', ['$1,480.50', '$2,000.00']),
    again('The visit', 'Nextvisit', ['5 Mar 2040', '29 Feb 2040']),
    { field: field(33, 'The award', { initialValue: 'Cleaning Award' }), words: ['Cleaning Award', 'Cleaning Award'] },
  ],
  chosen: [
    again('The kind', 'Kind', ['Topped up', 'Full']),
    again('The areas', 'Areas', ['Reception; Store room', 'Reception; Kitchen']),
    again('A hazard', 'Hazard', ['No', 'Yes']),
  ],
};

/** HTML from which dangerous parts are removed. */
const html = '<h3>Red cloths</h3><p onclick="alert(1)">For <b>washrooms</b></p><script>alert(2)</script>';
const [label, markdown, markup] = [
  field(30, 'Words', { initialValue: 'Knock & wait.' }),
  field(31, 'Markdown', { initialValue: '### Bins\n\n- **Empty** them\n- <i>Close</i> them' }),
  field(32, 'HTML', { initialValue: html }),
];

async function expectTexts(page: Page): Promise<void> {
  await expect(at(page, label)).toHaveText('Knock & wait.');
  await expect(at(page, markdown).getByRole('heading', { name: 'Bins' })).toBeVisible();
  await expect(at(page, markdown).getByRole('listitem')).toHaveText(['Empty them', '<i>Close</i> them']);
  expect(await at(page, markup).innerHTML()).toBe('<h3>Red cloths</h3><p>For <b>washrooms</b></p>');
}

/** The only submission's stored answers, as returned by the API, and its id. */
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

/** The answers that the page shows: all of them in the view, else those that fields of type 33 repeat. */
const shown = (page: Page) => page.locator('form dl');

for (const [what, cases] of Object.entries({ typed, chosen })) {
  test(`answers that are ${what} are refused if invalid, corrected, stored, viewed and changed`, async ({
    page,
    context,
    database,
  }) => {
    await signInAs(context, database, 'customer');
    const said = sayings[what] ?? [];
    const fields = [...cases, ...said].map((one) => one.field);
    const form = await storedForm(database, [what === 'typed' ? fields : [...fields, label, markdown, markup]]);
    const expectStored = async (is: (one: Case) => Done, turn: 0 | 1): Promise<string> => {
      const { id, stored } = await onlySubmission(page, form, database);
      expect(Object.fromEntries(stored)).toEqual(
        Object.fromEntries(cases.map((one) => [one.field.id, is(one).stored])),
      );
      await page.goto(`/forms/${id}/view/`);
      await expect(shown(page).getByRole('term')).toHaveText(fields.map(({ fieldLabel }) => fieldLabel ?? ''));
      const words = [...cases.map((one) => is(one).words), ...said.map((one) => one.words[turn])];
      await expect(shown(page).getByRole('definition')).toHaveText(words);
      await expect(page.locator('form').getByRole('button')).toHaveCount(0);
      if (what === 'chosen') await expectTexts(page);
      return id;
    };

    await openForm(page, `/forms/${form.url}/`);
    await submit(page);
    for (const one of cases) await expect(fault(page, one.field)).toHaveText(one.field.requiredLogic ? required : []);
    for (const one of cases) await one.wrong?.act(at(page, one.field), page);
    await submit(page);
    for (const one of cases) if (one.wrong) await expect(fault(page, one.field)).toHaveText(one.wrong.sentence);
    await expectAccessibleInBothSchemes(page);
    for (const { field: corrected, right } of cases) {
      await right.act(at(page, corrected), page);
      await expect(fault(page, corrected)).toHaveCount(0);
    }
    await expect(shown(page).getByRole('definition')).toHaveText(said.map((one) => one.words[0]));
    await submit(page);
    await expect(page.getByText(thanks)).toBeVisible();
    const id = await expectStored((one) => one.right, 0);
    await expectAccessibleInBothSchemes(page);

    await openForm(page, `/forms/${id}/edit/`);
    for (const one of cases) await one.changed.act(at(page, one.field), page);
    await submit(page);
    await page.waitForURL(`/forms/${id}/view/`);
    await expectStored((one) => one.changed, 1);
  });
}
