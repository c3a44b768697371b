import type { Day } from '#lib/day.ts';
import type { RuleField, ResolvedRule } from './check-rule.ts';
import { evaluate, type Form, fieldsReadBy } from './evaluate-rule.ts';
import { orderOf } from './dependency-order.ts';
import type { Answer } from './answer-values.ts';

/** A field with its rules; `parseForm` has checked that names are unique and visibility has no loops. */
export interface LogicField extends RuleField {
  /** Unique; some fields, such as labels, have no name. */
  key: string;
  visibility: ResolvedRule;
  required: ResolvedRule;
}

/** Visibility and requirement of a form's fields, updated as answers change. */
export interface Logic {
  /** Sets an answer and returns the keys of the fields whose visibility or requirement changed. */
  answer(key: string, answer: Answer): ReadonlySet<string>;
  isVisible(key: string): boolean;
  /** Hidden fields are never required. */
  isRequired(key: string): boolean;
  /** The answer, even while the field is hidden, because it reappears with the field. */
  answerOf(key: string): Answer;
}

interface FieldState {
  field: LogicField;
  position: number;
  given: Answer;
  isVisible: boolean;
  isRequired: boolean;
  /** Fields whose visibility rule reads this one. */
  visibilityReaders: FieldState[];
  /** Fields whose requirement rule reads this one. */
  requirementReaders: FieldState[];
}

/** What the rules of a field mean for others. */
interface Dependents {
  /** Its place in dependency order. */
  position: number;
  /** The keys of the fields whose visibility or requirement rule reads it. */
  visibilityReaders: ReadonlySet<string>;
  requirementReaders: ReadonlySet<string>;
}

/**
 * Evaluates visibility in dependency order, then requirements (`docs/forms.md`). The cost of a change depends on the number
 * of fields that directly or indirectly read the changed one. `answers` are by key.
 */
export function makeLogic(fields: readonly LogicField[], answers: ReadonlyMap<string, Answer>, today: Day): Logic {
  const states = statesOf(fields, answers);
  const byName = new Map([...states.values()].map((state) => [state.field.name, state]));
  const form: Form = {
    today,
    field: (name) => byName.get(name)?.field,
    answer: (name) => {
      const state = byName.get(name);
      return state?.isVisible ? (state.given ?? null) : undefined;
    },
  };
  update(form, states.values(), new Set(states.values()));
  return {
    answer: (key, answer) => {
      const state = states.get(key);
      if (!state || Object.is(state.given, answer)) return new Set();
      state.given = answer;
      return update(form, state.visibilityReaders, new Set(state.requirementReaders));
    },
    isVisible: (key) => states.get(key)?.isVisible ?? false,
    isRequired: (key) => states.get(key)?.isRequired ?? false,
    answerOf: (key) => states.get(key)?.given,
  };
}

function statesOf(fields: readonly LogicField[], answers: ReadonlyMap<string, Answer>): Map<string, FieldState> {
  const dependents = dependentsOf(fields);
  const states = new Map(fields.map((field) => [field.key, stateOf(field, answers)]));
  const statesAt = (keys: ReadonlySet<string> = new Set()): FieldState[] =>
    [...keys].flatMap((key) => states.get(key) ?? []);
  for (const state of states.values()) {
    const of = dependents.get(state.field.key);
    state.position = of?.position ?? 0;
    state.visibilityReaders = statesAt(of?.visibilityReaders);
    state.requirementReaders = statesAt(of?.requirementReaders);
  }
  return states;
}

/** Cache by a form's fields, which do not change: a server evaluates the same form for each submission. */
const known = new WeakMap<readonly LogicField[], ReadonlyMap<string, Dependents>>();

function dependentsOf(fields: readonly LogicField[]): ReadonlyMap<string, Dependents> {
  const before = known.get(fields);
  if (before) return before;
  const keys = new Map(fields.map(({ name, key }) => [name, key]));
  const keysReadBy = (rule: ResolvedRule): string[] => fieldsReadBy(rule).flatMap((name) => keys.get(name) ?? []);
  const { order } = orderOf(new Map(fields.map(({ key, visibility }) => [key, keysReadBy(visibility)])));
  const all = new Map(
    order.map((key, position) => [
      key,
      { position, visibilityReaders: new Set<string>(), requirementReaders: new Set<string>() },
    ]),
  );
  for (const { key: reader, visibility, required } of fields) {
    for (const key of keysReadBy(visibility)) all.get(key)?.visibilityReaders.add(reader);
    for (const key of keysReadBy(required)) all.get(key)?.requirementReaders.add(reader);
  }
  known.set(fields, all);
  return all;
}

const stateOf = (field: LogicField, answers: ReadonlyMap<string, Answer>): FieldState => ({
  field,
  position: 0,
  given: answers.get(field.key),
  isVisible: false,
  isRequired: false,
  visibilityReaders: [],
  requirementReaders: [],
});

/** Evaluates the visibility of `shown` and the fields that depend on it, then the requirement of `required` and those fields. */
function update(form: Form, shown: Iterable<FieldState>, required: Set<FieldState>): ReadonlySet<string> {
  const changed = new Set<string>();
  const queue = [...shown].sort((one, other) => other.position - one.position);
  for (let state = queue.pop(); state; state = queue.pop()) {
    const isVisible = evaluate(state.field.visibility, form, true);
    if (isVisible === state.isVisible) continue;
    state.isVisible = isVisible;
    changed.add(state.field.key);
    required.add(state);
    for (const reader of state.requirementReaders) required.add(reader);
    for (const reader of state.visibilityReaders) enqueue(queue, reader);
  }
  for (const state of required) {
    const isRequired = state.isVisible && evaluate(state.field.required, form, false);
    if (isRequired !== state.isRequired) changed.add(state.field.key);
    state.isRequired = isRequired;
  }
  return changed;
}

/** Inserts a field into the queue once. The queue is sorted in descending order of position, and is read from its end. */
function enqueue(queue: FieldState[], state: FieldState): void {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((queue[middle]?.position ?? 0) > state.position) low = middle + 1;
    else high = middle;
  }
  if (queue[low] !== state) queue.splice(low, 0, state);
}
