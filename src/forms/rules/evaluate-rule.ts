import type { Day } from '#lib/day.ts';
import type { FieldSide, RuleField, ResolvedRule, Test } from './check-rule.ts';
import { compareValues } from './compare-values.ts';
import { type Answer, type Comparable, comparable } from './answer-values.ts';

/** The answers of a form while it is filled in. */
export interface Form {
  /** A field by its name. */
  field(name: string): RuleField | undefined;
  /** The answer of a field; null if not answered, undefined if hidden. */
  answer(name: string): Answer;
  /** The day in Sydney on which the form is filled in. */
  today: Day;
}

/** Evaluates a rule. `blank` is the result of a blank rule: true for visibility, false for requirement. */
export function evaluate(rule: ResolvedRule, form: Form, blank: boolean): boolean {
  if (rule.kind === 'none') return blank;
  if (rule.kind === 'always') return true;
  if (rule.kind !== 'test') {
    const isMet = (part: ResolvedRule): boolean => evaluate(part, form, blank);
    return rule.kind === 'and' ? rule.parts.every(isMet) : rule.parts.some(isMet);
  }
  return compareValues(rule.op, rule.as, [sideOf(rule, rule.field, form), otherOf(rule, form)]);
}

/** A hidden checkbox is empty; a visible untouched one (null) is false. */
function sideOf({ as }: Test, { name, part }: FieldSide, form: Form): Comparable {
  const answer = form.answer(name);
  if (part !== undefined) return comparable(isAddress(answer) ? answer[part] : undefined, as);
  return answer === undefined ? undefined : comparable(answer, as, form.field(name)?.kind);
}

const isAddress = (answer: Answer): answer is Readonly<Record<string, string>> =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer);

function otherOf(test: Test, form: Form): Comparable {
  if (test.other.kind === 'value') return test.other.value;
  return test.other.kind === 'today' ? form.today : sideOf(test, test.other.field, form);
}

/** Names of all fields that a rule reads. */
export function fieldsReadBy(rule: ResolvedRule): string[] {
  if (rule.kind === 'none' || rule.kind === 'always') return [];
  if (rule.kind !== 'test') return rule.parts.flatMap(fieldsReadBy);
  return rule.other.kind === 'field' ? [rule.field.name, rule.other.field.name] : [rule.field.name];
}
