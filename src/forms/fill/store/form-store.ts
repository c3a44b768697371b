import type { Day } from '#lib/day.ts';
import type { Fault } from '#lib/api/problem.ts';
import { fieldFault } from '#forms/answers/answer-types.ts';
import { type PatternMatcher } from '#forms/answers/field-faults.ts';
import { initialAnswers, parsedFormOf, valuesOf } from '#forms/answers/form-answers.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import { type Logic, type LogicField, makeLogic } from '#forms/rules/field-visibility.ts';
import type { Answer } from '#forms/rules/answer-values.ts';
import type { ShownField, ShownForm } from '#forms/definition/definition.ts';
import { type Entry, type FieldState, makeEntries, type SectionEntry, shownFieldsOf } from './form-entries.ts';
import { isSameState, type SectionState, sectionState } from './section-state.ts';

export interface StoreOptions {
  form: ShownForm;
  /** `today` in rules. */
  today: Day;
  /** The day on which a submission is changed, if it differs from `today`. */
  changedOn?: Day | undefined;
  matches: PatternMatcher;
  /** Overrides initial values: the member's profile, or the submitted answers. */
  known?: ReadonlyMap<string, Answer>;
  /** The submission being changed; all of its sections count as visited. */
  submission?: object | undefined;
}

/**
 * The state of a form being filled in. The cost of a change depends on the number of dependent fields, not on the form's
 * size.
 */
export class FormStore {
  readonly form: ShownForm;
  /** The answers before any input. */
  readonly first: ReadonlyMap<string, Answer>;
  /** Number of changes; a draft is stored only if there are any. */
  changes = 0;
  #options: StoreOptions;
  readonly #rules: LogicField[];
  readonly #sections: readonly SectionEntry[];
  readonly #entries: ReadonlyMap<string, Entry>;
  /** The fields that show another field's answer, by the id of that other field. */
  readonly #showing: ReadonlyMap<string, readonly [string, ShownField][]>;
  readonly #listeners = new Set<() => void>();
  readonly #touched = new Set<string>();
  #logic: Logic;
  #sectionStates: readonly SectionState[] = [];
  #attempt = 0;

  constructor(options: StoreOptions) {
    const { form, known, today } = options;
    this.form = form;
    this.#options = options;
    this.first = new Map([...initialAnswers(form), ...(known ?? [])]);
    this.#rules = parsedFormOf(form).fields;
    const isVisited = options.submission !== undefined;
    this.#sections = form.formSections.map(({ id }) => ({ id, visible: 0, faults: 0, errors: 0, isVisited }));
    this.#entries = makeEntries(form, this.#sections);
    this.#showing = Map.groupBy(shownFieldsOf(form), ([, { id }]) => id);
    this.#logic = makeLogic(this.#rules, this.first, today);
    this.#refreshAll();
  }

  /** Subscribes to changes of one field; returns the function that unsubscribes. */
  subscribe(key: string, listener: () => void): () => void {
    const { listeners } = this.#entry(key);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** The state of a field; the same object until it changes. */
  field(key: string): FieldState {
    return this.#entry(key).state;
  }

  /** Subscribes to all changes; returns the function that unsubscribes. */
  subscribeAll(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  sections(): readonly SectionState[] {
    return this.#sectionStates;
  }

  answer(key: string, answer: Answer): void {
    if (!this.#entries.has(key)) return; // another tab may have another version of the form
    const changed = new Set(this.#logic.answer(key, answer)).add(key);
    this.changes += 1;
    this.#touched.add(key);
    const entry = this.#entry(key);
    entry.serverFault = undefined;
    entry.section.isVisited = true;
    for (const one of changed) {
      this.#refresh(this.#entry(one));
      for (const [showing] of this.#showing.get(one) ?? []) this.#refresh(this.#entry(showing));
    }
    this.#notify();
  }

  /** Changes an answer based on its current value. */
  change(key: string, change: (answer: Answer) => Answer): void {
    this.answer(key, change(this.#logic.answerOf(key)));
  }

  /** Shows the fault of a field that the user has left, unless it is empty. */
  leave(key: string): void {
    const entry = this.#entry(key);
    if (entry.isFaultShown || entry.fault === undefined || isUntouched(entry.state.answer)) return;
    entry.isFaultShown = true;
    this.#refresh(entry);
    this.#notify();
  }

  /** Marks a section that the user has left or closed as visited. */
  visit(sectionId: string): void {
    for (const section of this.#sections) if (section.id === sectionId) section.isVisited = true;
    this.#notify();
  }

  /** Shows all faults and returns them in field order. */
  check(): Fault[] {
    this.#attempt += 1;
    for (const entry of this.#entries.values()) {
      entry.isFaultShown = true;
      const fault = this.#faultOf(entry.field); // evaluated again, because the pattern engine is loaded after the page
      if (fault !== undefined || fault !== entry.fault || fault !== entry.state.error) this.#refresh(entry);
    }
    // Only sections with faults count as visited now; all other sections are complete only once the user has visited them.
    for (const section of this.#sections) if (section.faults > 0) section.isVisited = true;
    this.#notify();
    return [...this.#entries].flatMap(([path, { fault }]) => (fault === undefined ? [] : [{ path, message: fault }]));
  }

  showFaults(faults: readonly Fault[]): void {
    this.#attempt += 1;
    for (const { path, message } of faults) {
      const entry = this.#entries.get(path);
      if (!entry) continue;
      Object.assign(entry, { isFaultShown: true, serverFault: message });
      this.#refresh(entry);
    }
    this.#notify();
  }

  /** All answers for a draft, including those of hidden fields. */
  answers(): Map<string, Answer> {
    const answered = [...this.#entries].filter(([, { field }]) => isAnswered(field));
    return new Map(answered.map(([key]) => [key, this.#logic.answerOf(key)]));
  }

  /** The answers given during this visit. */
  touched = (): Map<string, Answer> => new Map([...this.#touched].map((key) => [key, this.#logic.answerOf(key)]));

  /** Restores a draft's answers over the initial ones. */
  restore(answers: ReadonlyMap<string, Answer>): void {
    const known = [...answers].filter(([key]) => this.#entries.has(key));
    this.#start(new Map([...this.first, ...known]));
    for (const [key, answer] of known)
      if (!isUntouched(answer) && answer !== this.first.get(key)) this.#entry(key).section.isVisited = true;
    this.#notify();
    this.changes += 1;
  }

  /** Changes `today` on a page that was cached on an earlier day. */
  changeDay(today: Day): void {
    if (today === this.#options.today) return;
    this.#options = { ...this.#options, today };
    this.#logic = makeLogic(this.#rules, new Map([...this.first, ...this.answers()]), today);
    this.#refreshAll();
  }

  reset(): void {
    this.#touched.clear();
    this.changes = 0;
    this.#start(this.first);
  }

  /** The answers to send: only visible fields, in wire format. */
  values(): Map<string, string> {
    return valuesOf({ form: this.form, logic: this.#logic });
  }

  #entry(key: string): Entry {
    const entry = this.#entries.get(key);
    if (!entry) throw new RangeError(`The form has no field ${key}.`);
    return entry;
  }

  #start(answers: ReadonlyMap<string, Answer>): void {
    this.#logic = makeLogic(this.#rules, answers, this.#options.today);
    for (const entry of this.#entries.values()) Object.assign(entry, { isFaultShown: false, serverFault: undefined });
    for (const section of this.#sections) section.isVisited = this.#options.submission !== undefined;
    this.#refreshAll();
  }

  #refreshAll(): void {
    for (const entry of this.#entries.values()) this.#refresh(entry);
    this.#notify();
  }

  /** Updates an entry and its section's counts. */
  #refresh(entry: Entry): void {
    const { field, section, state: before } = entry;
    const fault = this.#faultOf(field);
    const isVisible = this.#logic.isVisible(field.id);
    const error = entry.isFaultShown && isVisible ? (fault ?? entry.serverFault) : undefined;
    section.visible += Number(isVisible) - Number(before.isVisible);
    section.faults += Number(fault !== undefined) - Number(entry.fault !== undefined);
    section.errors += Number(error !== undefined) - Number(before.error !== undefined);
    entry.fault = fault;
    entry.state = {
      answer: this.#logic.answerOf(field.id),
      isVisible,
      isRequired: this.#logic.isRequired(field.id),
      error,
      attempt: error === undefined ? before.attempt : this.#attempt,
    };
    for (const listener of entry.listeners) listener();
  }

  #faultOf(field: ShownField): string | undefined {
    if (!this.#logic.isVisible(field.id) || field.isDisabled) return undefined;
    const { today, changedOn = today, matches, known, submission } = this.#options;
    return fieldFault(field, this.#logic.answerOf(field.id), {
      isRequired: this.#logic.isRequired(field.id),
      today: changedOn,
      matches,
      ...(submission && { stored: known?.get(field.id) }),
    });
  }

  #notify(): void {
    const states = this.#sections.map(sectionState);
    if (!states.every((section, index) => isSameState(section, this.#sectionStates[index])))
      this.#sectionStates = states;
    for (const listener of this.#listeners) listener();
  }
}

const isUntouched = (answer: Answer): boolean =>
  (answer ?? '') === '' || (Array.isArray(answer) && answer.length === 0);
