import { check, namesOf, type RuleField, type ResolvedRule } from './check-rule.ts';
import { fieldsReadBy } from './evaluate-rule.ts';
import { fault, type RuleFault, type RuleWarning } from './rule-fault.ts';
import type { LogicField } from './field-visibility.ts';
import { suggestions } from './name-suggestions.ts';
import { orderOf } from './dependency-order.ts';
import { parse } from './parse-rule.ts';

/** A field with its unparsed rules. */
export interface UnparsedField extends RuleField {
  key: string;
  visibilityLogic?: string | null | undefined;
  requiredLogic?: string | null | undefined;
}

export type RuleProperty = 'visibilityLogic' | 'requiredLogic' | 'modelPropertyName';

/** The field and property that a fault or warning belongs to. */
export interface FaultLocation {
  key: string;
  property: RuleProperty;
}

export interface ParsedForm {
  fields: LogicField[];
  faults: (RuleFault & FaultLocation)[];
  warnings: (RuleWarning & FaultLocation)[];
}

/** Parses and checks all rules of a form and reports all faults. If there are any, `fields` must not be used. */
export function parseForm(fields: readonly UnparsedField[]): ParsedForm {
  const result: Pick<ParsedForm, 'faults' | 'warnings'> = { faults: [], warnings: [] };
  const byName = Map.groupBy(
    fields.filter(({ name }) => name !== ''),
    ({ name }) => name,
  );
  for (const [, [, ...others]] of byName)
    for (const { key } of others)
      result.faults.push({ key, property: 'modelPropertyName', ...fault('E111', 1, 'Name used by several fields.') });
  const scope = { fields: byName, suggest: suggestions(namesOf(byName)) };
  const parseOne = (field: UnparsedField, property: 'visibilityLogic' | 'requiredLogic'): ResolvedRule => {
    const parsed = parse(field[property] ?? '');
    const location = { key: field.key, property };
    result.faults.push(...parsed.faults.map((one) => ({ ...location, ...one })));
    if (!parsed.rule) return { kind: 'none' };
    const { resolved: resolvedRule, faults, warnings } = check(parsed.rule, scope);
    result.faults.push(...faults.map((one) => ({ ...location, ...one })));
    result.warnings.push(...warnings.map((one) => ({ ...location, ...one })));
    return resolvedRule;
  };
  const resolved = fields.map((field) => ({
    ...field,
    visibility: parseOne(field, 'visibilityLogic'),
    required: parseOne(field, 'requiredLogic'),
  }));
  return { fields: resolved, faults: [...result.faults, ...loopsIn(resolved)], warnings: result.warnings };
}

/** The visibility loops, reported at their first field. */
function loopsIn(fields: readonly LogicField[]): (RuleFault & FaultLocation)[] {
  const keys = new Map(fields.map(({ name, key }) => [name, key]));
  const named = fields.filter(({ name }) => name !== '');
  const { loops } = orderOf(new Map(named.map(({ name, visibility }) => [name, fieldsReadBy(visibility)])));
  return loops.map((loop) => ({
    key: keys.get(loop[0] ?? '') ?? '',
    property: 'visibilityLogic',
    ...fault('E110', 1, `Visibility loop: ${loop.join(' > ')}.`),
  }));
}
