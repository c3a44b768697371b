import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeField, makeForm } from '../../../../test/make-form.ts';
import { day } from '#lib/day.ts';
import { encodeAnswer } from '#forms/answers/answer-types.ts';
import { faultsOf, readAnswers, valuesOf } from '#forms/answers/form-answers.ts';
import { fieldsOf } from '#forms/definition/definition.ts';
import { toShownForm } from '#forms/definition/render-text-blocks.server.ts';
import { FormStore } from './form-store.ts';
import { submittedAnswers } from './prefill-answers.ts';

const today = day('2026-11-22');
const matches = () => true;
const form = makeForm([
  makeField({ formFieldType: 0, modelPropertyName: 'a', maxLength: 3 }),
  makeField({ formFieldType: 11, modelPropertyName: 'b', visibilityLogic: "a != ''", minNumberValue: 2 }),
  makeField({ formFieldType: 0, modelPropertyName: 'c', visibilityLogic: 'b >= 3', requiredLogic: '*' }),
  makeField({ formFieldType: 15, modelPropertyName: 'd', requiredLogic: "c == 'x' || a == 'no'" }),
  makeField({ formFieldType: 33, modelPropertyName: 'e', initialValue: '{a}', visibilityLogic: "d != ''" }),
]);
const ids = fieldsOf(form).map(({ id }) => id);
const words = ['', 'x', 'no', 'long one', '1', '2', '5', 'mira@example.com'];
const steps = fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...words)), { maxLength: 30 });

test('the page and the server compute the same faults and values for any input in any order', () => {
  fc.assert(
    fc.property(steps, (typed) => {
      const store = new FormStore({ form: toShownForm(form, 1), today, matches });
      for (const [index, word] of typed) store.answer(ids[index] ?? '', word);
      const answers = store.answers();
      const responses = fieldsOf(form)
        .filter(({ id }) => answers.has(id))
        .map((field) => ({ id: field.id, response: encodeAnswer(field, answers.get(field.id)) }));
      const { logic } = readAnswers({ form, responses, today });
      const faults = faultsOf({ form, logic, today, matches });
      expect(store.check()).toEqual(faults);
      expect(store.sections().map(({ errors }) => errors)).toEqual([faults.length]);
      expect(store.values()).toEqual(valuesOf({ form, logic }));
      for (const id of ids) expect(store.field(id).isVisible).toBe(logic.isVisible(id));
    }),
  );
});

test('a hidden disabled field has the same answer on the page and on the server when it becomes visible', () => {
  const [more, fee, note] = [
    makeField({ formFieldType: 7, modelPropertyName: 'more' }),
    makeField({ formFieldType: 13, initialValue: '49.50', isDisabled: true, visibilityLogic: 'more == true' }),
    makeField({ formFieldType: 0, initialValue: 'As usual', visibilityLogic: 'more == true' }),
  ];
  const priced = makeForm([more, fee, note]);
  const stored = new Map([[more.id, 'false']]);
  const known = submittedAnswers(toShownForm(priced, 1), [{ id: more.id, response: 'false' }]);
  const store = new FormStore({ form: toShownForm(priced, 1), today, matches, known });
  store.answer(more.id, true);
  const responses = [...store.values()].map(([id, response]) => ({ id, response }));
  const { logic } = readAnswers({ form: priced, responses, stored, today });
  expect(store.values()).toEqual(valuesOf({ form: priced, logic }));
  expect(store.values().get(fee.id)).toBe('49.50');
});

test('a change replaces only the state of affected fields', () => {
  const store = new FormStore({ form: toShownForm(form, 1), today, matches });
  const before = ids.map((id) => store.field(id));
  store.answer(ids[3] ?? '', 'mira');
  expect(ids.map((id, index) => store.field(id) === before[index])).toEqual([true, true, true, false, false]);
});

test('a fault is shown after its field is left or the form is submitted, and not for empty fields', () => {
  const store = new FormStore({ form: toShownForm(form, 1), today, matches });
  const [first = '', , , mail = ''] = ids;
  store.answer(first, 'no');
  store.leave(mail);
  expect(store.field(mail).error).toBeUndefined();
  store.answer(mail, 'mira');
  expect(store.field(mail).error).toBeUndefined();
  store.leave(mail);
  expect(store.field(mail).error).toBe('Must be a valid email address.');
  store.answer(mail, 'mira@example.com');
  expect(store.field(mail).error).toBeUndefined();
  store.showFaults([{ path: mail, message: 'Taken.' }]);
  expect(store.field(mail).error).toBe('Taken.');
  store.answer(mail, 'other@example.com');
  expect(store.field(mail).error).toBeUndefined();
});

test('a section is complete when it has an answer, now or from a draft, and no faults', () => {
  const isComplete = (store: FormStore) => store.sections().map((section) => section.isComplete);
  const store = new FormStore({ form: toShownForm(form, 1), today, matches });
  const [first = ''] = ids;
  expect(isComplete(store)).toEqual([false]);
  store.answer(first, 'x');
  expect(isComplete(store)).toEqual([true]);
  store.answer(first, 'no'); // now the e-mail field is required
  expect(isComplete(store)).toEqual([false]);
  store.reset();
  expect(isComplete(store)).toEqual([false]);
  store.restore(new Map([[first, 'x']]));
  expect(isComplete(store)).toEqual([true]);
  const changed = new FormStore({ form: toShownForm(form, 1), today, matches, submission: {} });
  expect(isComplete(changed)).toEqual([true]);
});

test('a section that was never opened is not complete, even after an attempt to submit', () => {
  const [must, may] = [makeField({ formFieldType: 0, requiredLogic: '*' }), makeField({ formFieldType: 0 })];
  const [one, other] = [makeForm([must]).formSections, makeForm([may]).formSections];
  const parted = { ...makeForm([]), formSections: [...one, ...other] };
  const store = new FormStore({ form: toShownForm(parted, 1), today, matches });
  store.check();
  store.answer(must.id, 'x');
  expect(store.sections().map(({ isComplete }) => isComplete)).toEqual([true, false]);
  store.visit(parted.formSections[1]?.id ?? '');
  expect(store.sections().map(({ isComplete }) => isComplete)).toEqual([true, true]);
});

test('a page cached on an earlier day uses the current day and keeps the answers', () => {
  const late = makeField({ formFieldType: 0, visibilityLogic: 'visit < today' });
  const visit = makeField({ formFieldType: 10, modelPropertyName: 'visit' });
  const store = new FormStore({ form: toShownForm(makeForm([visit, late]), 1), today, matches });
  store.answer(visit.id, '2026-11-22');
  expect(store.field(late.id).isVisible).toBe(false);
  store.changeDay(day('2026-11-23'));
  expect(store.field(late.id).isVisible).toBe(true);
  expect(store.field(visit.id).answer).toBe('2026-11-22');
});

test('when a submission is changed, new dates are checked against the day of the change, while rules use the day of the first submission', () => {
  const visit = makeField({ formFieldType: 10, modelPropertyName: 'visit', minDateToday: true });
  const late = makeField({ formFieldType: 0, modelPropertyName: 'late', visibilityLogic: 'visit < today' });
  const dated = makeForm([visit, late]);
  const known = submittedAnswers(toShownForm(dated, 1), [{ id: visit.id, response: '2026-11-25 00:00:00' }]);
  const changedOn = day('2026-12-20');
  const store = new FormStore({ form: toShownForm(dated, 1), today, matches, known, submission: {}, changedOn });
  const faultsAfter = (typed: string) => {
    store.answer(visit.id, typed);
    return store.check().map(({ message }) => message);
  };
  expect(store.check()).toEqual([]);
  expect(faultsAfter('2026-12-19')).toEqual(['Minimum date is today.']);
  expect(store.field(late.id).isVisible).toBe(false);
  expect(faultsAfter('2026-12-20')).toEqual([]);
  expect(faultsAfter('2026-11-25')).toEqual([]);
});
