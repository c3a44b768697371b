import type { Day } from '#lib/day.ts';
import type { Fault } from '#lib/api/problem.ts';
import { fieldFault, type PatternMatcher } from '#forms/answers/field-faults.ts';
import { initialAnswers, parsedFormOf, valuesOf } from '#forms/answers/form-answers.ts';
import { isAnswered } from '#forms/definition/field-types.ts';
import { type Logic, type LogicField, makeLogic } from '#forms/rules/logic.ts';
import type { Answer } from '#forms/rules/values.ts';
import type { ShownField, ShownForm } from '#forms/definition/shapes.ts';
import { type Entry, type FieldState, makeEntries, type SectionEntry, showingOf } from './form-entries.ts';

/** A section as its heading and the progress show it. */
export interface SectionState {
  id: string;
  /** Without anything to show it is left out. */
  isVisible: boolean;
  /** Nothing is wrong in it, and somebody has been there. */
  isComplete: boolean;
  /** How many errors are told in it. */
  errors: number;
}

export interface StoreOptions {
  form: ShownForm;
  /** What it is in rules. */
  today: Day;
  /** The day on which a submission is changed, where that is another. */
  changedOn?: Day | undefined;
  matches: PatternMatcher;
  /** Laid over the initial values: what is known of who fills it in, or what was submitted. */
  known?: ReadonlyMap<string, Answer>;
  /** What is changed: somebody has been everywhere in it. */
  submission?: object | undefined;
}

/** The state of a form that is filled in. A change costs what depends on the field, whatever the size of the form. */
export class FormStore {
  readonly form: ShownForm;
  /** What it held before anybody typed. */
  readonly first: ReadonlyMap<string, Answer>;
  /** Counts what was answered, so that a draft knows whether there is something to keep. */
  changes = 0;
  #options: StoreOptions;
  readonly #rules: LogicField[];
  readonly #sections: readonly SectionEntry[];
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #showing: ReadonlyMap<string, readonly string[]>;
  readonly #listeners = new Set<() => void>();
  readonly #touched = new Set<string>();
  #logic: Logic;
  #told: readonly SectionState[] = [];
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
    this.#showing = showingOf(form);
    this.#logic = makeLogic(this.#rules, this.first, today);
    this.#refreshAll();
  }

  /** Tells of changes of one field; answers how to end it. */
  subscribe(key: string, listener: () => void): () => void {
    const { listeners } = this.#entry(key);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** The same object until it changes. */
  field(key: string): FieldState {
    return this.#entry(key).state;
  }

  /** Tells of any change. */
  subscribeAll(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  sections(): readonly SectionState[] {
    return this.#told;
  }

  answer(key: string, answer: Answer): void {
    if (!this.#entries.has(key)) return; // of another version of the form, in another tab
    const changed = new Set(this.#logic.answer(key, answer)).add(key);
    this.changes += 1;
    this.#touched.add(key);
    const entry = this.#entry(key);
    entry.serverFault = undefined;
    entry.section.isVisited = true;
    for (const one of changed) {
      this.#refresh(this.#entry(one));
      for (const shown of this.#showing.get(one) ?? []) this.#refresh(this.#entry(shown));
    }
    this.#tell();
  }

  /** Changes an answer from what it is at this moment. */
  change(key: string, change: (answer: Answer) => Answer): void {
    this.answer(key, change(this.#logic.given(key)));
  }

  /** The field was left: from now on its fault is told. What is not answered yet is none before sending. */
  leave(key: string): void {
    const entry = this.#entry(key);
    if (entry.isTold || entry.fault === undefined || isUntouched(entry.state.answer)) return;
    entry.isTold = true;
    this.#refresh(entry);
    this.#tell();
  }

  /** Somebody has gone on from a section, or closed it. */
  visit(sectionId: string): void {
    for (const section of this.#sections) if (section.id === sectionId) section.isVisited = true;
    this.#tell();
  }

  /** Tells every fault, and answers them in the order of the fields. */
  check(): Fault[] {
    this.#attempt += 1;
    for (const entry of this.#entries.values()) {
      entry.isTold = true;
      const fault = this.#faultOf(entry.field); // anew: the engine of patterns comes after the page
      if (fault !== undefined || fault !== entry.fault || fault !== entry.state.error) this.#refresh(entry);
    }
    // Only these are opened then: what nobody has opened is not called complete.
    for (const section of this.#sections) if (section.faults > 0) section.isVisited = true;
    this.#tell();
    return [...this.#entries].flatMap(([path, { fault }]) => (fault === undefined ? [] : [{ path, message: fault }]));
  }

  /** Tells what the server found. */
  tell(faults: readonly Fault[]): void {
    this.#attempt += 1;
    for (const { path, message } of faults) {
      const entry = this.#entries.get(path);
      if (!entry) continue;
      Object.assign(entry, { isTold: true, serverFault: message });
      this.#refresh(entry);
    }
    this.#tell();
  }

  /** All answers, those of hidden fields too: what a draft keeps. */
  answers(): Map<string, Answer> {
    const answered = [...this.#entries].filter(([, { field }]) => isAnswered(field));
    return new Map(answered.map(([key]) => [key, this.#logic.given(key)]));
  }

  /** What was answered in this visit. */
  touched = (): Map<string, Answer> => new Map([...this.#touched].map((key) => [key, this.#logic.given(key)]));

  /** Lays a draft's answers over what was there at first. */
  restore(answers: ReadonlyMap<string, Answer>): void {
    const known = [...answers].filter(([key]) => this.#entries.has(key));
    this.#start(new Map([...this.first, ...known]));
    for (const [key, answer] of known)
      if (!isUntouched(answer) && answer !== this.first.get(key)) this.#entry(key).section.isVisited = true;
    this.#tell();
    this.changes += 1;
  }

  /** The page was kept on an earlier day: rules take the present one. */
  changeDay(today: Day): void {
    if (today === this.#options.today) return;
    this.#options = { ...this.#options, today };
    this.#logic = makeLogic(this.#rules, new Map([...this.first, ...this.answers()]), today);
    this.#refreshAll();
  }

  /** As it was at first. */
  reset(): void {
    this.#touched.clear();
    this.changes = 0;
    this.#start(this.first);
  }

  /** What is sent: the answers of what is shown, as they travel. */
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
    for (const entry of this.#entries.values()) Object.assign(entry, { isTold: false, serverFault: undefined });
    for (const section of this.#sections) section.isVisited = this.#options.submission !== undefined;
    this.#refreshAll();
  }

  #refreshAll(): void {
    for (const entry of this.#entries.values()) this.#refresh(entry);
    this.#tell();
  }

  /** Brings an entry up to date, and its section's counts with it. */
  #refresh(entry: Entry): void {
    const { field, section, state: before } = entry;
    const fault = this.#faultOf(field);
    const isVisible = this.#logic.isVisible(field.id);
    const error = entry.isTold && isVisible ? (fault ?? entry.serverFault) : undefined;
    section.visible += Number(isVisible) - Number(before.isVisible);
    section.faults += Number(fault !== undefined) - Number(entry.fault !== undefined);
    section.errors += Number(error !== undefined) - Number(before.error !== undefined);
    entry.fault = fault;
    entry.state = {
      answer: this.#logic.given(field.id),
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
    return fieldFault(field, this.#logic.given(field.id), {
      isRequired: this.#logic.isRequired(field.id),
      today: changedOn,
      matches,
      ...(submission && { stored: known?.get(field.id) }),
    });
  }

  #tell(): void {
    const told = this.#sections.map(sectionState);
    if (!told.every((section, place) => isAlike(section, this.#told[place]))) this.#told = told;
    for (const listener of this.#listeners) listener();
  }
}

const sectionState = ({ id, visible, faults, errors, isVisited }: SectionEntry): SectionState => ({
  id,
  isVisible: visible > 0,
  isComplete: isVisited && faults === 0,
  errors,
});

const isAlike = (one: SectionState, other: SectionState | undefined): boolean =>
  one.isVisible === other?.isVisible && one.isComplete === other.isComplete && one.errors === other.errors;

const isUntouched = (answer: Answer): boolean =>
  (answer ?? '') === '' || (Array.isArray(answer) && answer.length === 0);
