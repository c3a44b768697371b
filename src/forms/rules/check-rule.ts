import type { Suggest } from './name-suggestions.ts';
import { fault, type RuleFault, type RuleWarning } from './rule-fault.ts';
import type { Compare, Node, Operand, Rule } from './parse-rule.ts';
import type { Comparison } from './tokens.ts';
import {
  type AddressPart,
  addressParts,
  type AnswerKind,
  asDay,
  asNumber,
  asBoolean,
  type Comparable,
  type ComparedAs,
  comparable,
  comparedAs,
} from './answer-values.ts';

/** What rules know about a field. */
export interface RuleField {
  /** Its model property name. */
  name: string;
  kind: AnswerKind;
  /** The values of its options, if it has any. */
  options?: readonly string[];
}

/** A field whose answer is compared, or a part of its address. */
export interface FieldSide {
  name: string;
  part?: AddressPart;
}

export interface Test {
  kind: 'test';
  as: ComparedAs;
  field: FieldSide;
  op: Comparison;
  /** Another field, a fixed value, or the day on which the form is filled in. */
  other: { kind: 'field'; field: FieldSide } | { kind: 'value'; value: Comparable } | { kind: 'today' };
}

/** A rule whose names and values have been resolved. */
export type ResolvedRule = { kind: 'none' } | { kind: 'always' } | { kind: 'and' | 'or'; parts: ResolvedRule[] } | Test;

/** Fields by name; several fields may share a name, which is a fault. */
export type FieldsByName = ReadonlyMap<string, readonly RuleField[]>;

/** The fields that rules may read, and suggestions for unknown names. */
export interface RuleScope {
  fields: FieldsByName;
  suggest: Suggest;
}

/** All names that a rule may use: fields and parts of addresses. */
export const namesOf = (fields: FieldsByName): string[] =>
  [...fields].flatMap(([name, [field]]) =>
    field?.kind === 'address' ? [name, ...addressParts.map((part) => `${name}.${part}`)] : [name],
  );

/**
 * Resolves the names and values of a rule (`docs/forms.md`) and reports all faults `E101`, `E106` to `E109` and `E111`. If there
 * are any, `resolved` must not be used.
 */
export function check(rule: Rule, scope: RuleScope) {
  const context: CheckContext = { ...scope, faults: [], warnings: [] };
  return { resolved: resolve(rule, context), faults: context.faults, warnings: context.warnings };
}

interface CheckContext extends RuleScope {
  faults: RuleFault[];
  warnings: RuleWarning[];
}

function resolve(rule: Rule | Node, context: CheckContext): ResolvedRule {
  if (rule.kind === 'none' || rule.kind === 'always') return rule;
  if (rule.kind === 'compare') return resolveCompare(rule, context) ?? { kind: 'none' };
  return { kind: rule.kind, parts: rule.parts.map((part) => resolve(part, context)) };
}

/** An operand that names a field. */
interface NamedField extends FieldSide {
  field: RuleField;
  kind: AnswerKind;
}

const flipped: Record<Comparison, Comparison> = { '==': '==', '!=': '!=', '<': '>', '>': '<', '<=': '>=', '>=': '<=' };

function resolveCompare({ left, op, right, at }: Compare, context: CheckContext): Test | undefined {
  if (isFixed(left)) {
    const named = findField(right, context);
    if (named === undefined && right.kind !== 'braced')
      addFault(context, fault('E108', left.at, 'Compares two fixed values.'));
    if (named === undefined && right.kind === 'braced') addUnknownField(right, context);
    return named && isUsable(named, right, context)
      ? compareWithValue(named, { op: flipped[op], at, context }, left)
      : undefined;
  }
  const named = findField(left, context);
  if (!named) return addUnknownField(left, context);
  if (!isUsable(named, left, context)) return undefined;
  const other = otherField(named, right, context);
  if (other === undefined) return compareWithValue(named, { op, at, context }, right);
  return other === null ? undefined : compareWithField(named, { op, at, context }, other);
}

const addFault = ({ faults }: CheckContext, wrong: RuleFault): undefined => void faults.push(wrong);

/** On the left, quoted texts and bare numbers, dates, booleans and `today` are fixed values. */
const isFixed = ({ kind, text }: Operand): boolean =>
  kind === 'quoted' ||
  (kind === 'bare' &&
    (asNumber(text) !== undefined || asDay(text) !== undefined || /^(true|false|today)$/i.test(text)));

function findField({ kind, text }: Operand, { fields }: CheckContext): NamedField | undefined {
  if (kind === 'quoted') return undefined;
  const [field] = fields.get(text) ?? [];
  if (field) return { name: text, field, kind: field.kind };
  const dot = text.lastIndexOf('.');
  const part = addressParts.find((one) => one === text.slice(dot + 1));
  const [whole] = fields.get(text.slice(0, Math.max(dot, 0))) ?? [];
  return part && whole?.kind === 'address' ? { name: whole.name, part, field: whole, kind: 'text' } : undefined;
}

function addUnknownField({ text, at }: Operand, context: CheckContext): undefined {
  const near = context.suggest(text);
  return addFault(
    context,
    fault('E101', at, `Unknown field '${text}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`),
  );
}

function isUsable(named: NamedField, { at }: Operand, context: CheckContext): boolean {
  if ((context.fields.get(named.name) ?? []).length > 1)
    addFault(context, fault('E111', at, 'Name used by several fields.'));
  else if (named.kind === 'none') addFault(context, fault('E109', at, 'Field has no answer.'));
  else return true;
  return false;
}

/** The field on the right-hand side; undefined if it is a value, null if a fault was reported. */
function otherField(left: NamedField, right: Operand, context: CheckContext): NamedField | null | undefined {
  if (right.kind === 'quoted') return undefined;
  if (right.kind === 'bare' && left.part === undefined && left.field.options?.includes(right.text)) return undefined;
  const named = findField(right, context);
  if (!named) return right.kind === 'bare' ? undefined : (addUnknownField(right, context) ?? null);
  return isUsable(named, right, context) ? named : null;
}

interface Operator {
  op: Comparison;
  at: number;
  /** Collects faults and warnings. */
  context: CheckContext;
}

const isOrder = (op: Comparison): boolean => op !== '==' && op !== '!=';

/** Whether the operator is allowed for this comparison; reports a fault otherwise. */
function isOperatorAllowed(as: ComparedAs, { op, at, context }: Operator, isBlank: boolean): boolean {
  const only = as === 'presence' && !isOrder(op) ? " Only == '' and != '' can be used." : '';
  const isWrong = as === 'presence' ? isOrder(op) || !isBlank : isOrder(op) && (as === 'list' || as === 'truth');
  if (isWrong) addFault(context, fault('E107', at, `'${op}' cannot be used with this field.${only}`));
  return !isWrong;
}

const sideOf = ({ name, part }: NamedField): FieldSide => (part === undefined ? { name } : { name, part });

function compareWithField(left: NamedField, operator: Operator, right: NamedField): Test | undefined {
  const as = comparedAs(left.kind);
  if (!isOperatorAllowed(as, operator, false)) return undefined;
  if (comparedAs(right.kind) === 'presence' && !isOperatorAllowed('presence', operator, false)) return undefined;
  warnOfOrder(as, operator);
  return { kind: 'test', as, field: sideOf(left), op: operator.op, other: { kind: 'field', field: sideOf(right) } };
}

const kinds: Partial<Record<ComparedAs, string>> = { number: 'a number', date: 'a date', truth: 'yes/no' };

function compareWithValue(named: NamedField, operator: Operator, value: Operand): Test | undefined {
  const as = comparedAs(named.kind);
  const isBlank = value.text.trim() === '';
  if (!isOperatorAllowed(as, operator, isBlank)) return undefined;
  const test = { kind: 'test', as, field: sideOf(named), op: operator.op } as const;
  warn(named, operator, value);
  if (as === 'date' && /^today$/i.test(value.text.trim())) return { ...test, other: { kind: 'today' } };
  const resolved = valueOf(named, as, value.text);
  if (resolved === undefined && !isBlank)
    return addFault(operator.context, fault('E106', value.at, `'${value.text}' is not ${kinds[as] ?? 'a value'}.`));
  return { ...test, other: { kind: 'value', value: resolved } };
}

function valueOf({ field, part }: NamedField, as: ComparedAs, text: string): Comparable {
  if (as === 'truth') return asBoolean(text);
  if (as === 'list' && text.trim() === '*' && part === undefined) return field.options ?? [];
  return comparable(text, as);
}

function warn(named: NamedField, operator: Operator, value: Operand): void {
  const { warnings } = operator.context;
  const { options = [] } = named.field;
  const as = comparedAs(named.kind);
  const values = as === 'list' ? value.text.split(';').map((one) => one.trim()) : [value.text.trim()];
  const unknown = values.find((one) => one !== '' && one !== '*' && !options.includes(one));
  if (options.length > 0 && named.part === undefined && unknown !== undefined && (as === 'list' || as === 'text'))
    warnings.push({ position: value.at, message: `'${unknown}' is not among the options of '${named.name}'.` });
  if (value.kind === 'bare' && /\s/.test(value.text))
    warnings.push({ position: value.at, message: 'Text with spaces should be in quotes.' });
  warnOfOrder(as, operator);
}

function warnOfOrder(as: ComparedAs, { op, at, context }: Operator): void {
  if (as === 'text' && isOrder(op))
    context.warnings.push({
      position: at,
      message: `'${op}' compares text only if both sides are numbers or dates.`,
    });
}
