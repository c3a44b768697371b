import { check, namesOf, type RuleField, type Settled } from './check.ts';
import { readBy } from './evaluate.ts';
import { fault, type RuleFault, type RuleWarning } from './fault.ts';
import type { LogicField } from './logic.ts';
import { suggestions } from './nearest.ts';
import { orderOf } from './order.ts';
import { parse } from './parse.ts';

/** A field as a form defines it. */
export interface DefinedField extends RuleField {
  key: string;
  visibilityLogic?: string | null | undefined;
  requiredLogic?: string | null | undefined;
}

export type RuleProperty = 'visibilityLogic' | 'requiredLogic' | 'modelPropertyName';

/** Where something is wrong, or strange: which of the fields, and in which of its properties. */
export interface PlacedField {
  key: string;
  property: RuleProperty;
}

export interface SettledForm {
  fields: LogicField[];
  faults: (RuleFault & PlacedField)[];
  warnings: (RuleWarning & PlacedField)[];
}

/** Reads and settles all rules of a form; every fault of every rule at once. With faults `fields` are of no use. */
export function settleForm(fields: readonly DefinedField[]): SettledForm {
  const told: Pick<SettledForm, 'faults' | 'warnings'> = { faults: [], warnings: [] };
  const byName = Map.groupBy(
    fields.filter(({ name }) => name !== ''),
    ({ name }) => name,
  );
  for (const [, [, ...others]] of byName)
    for (const { key } of others)
      told.faults.push({ key, property: 'modelPropertyName', ...fault('E111', 1, 'Name used by several fields.') });
  const readable = { fields: byName, suggest: suggestions(namesOf(byName)) };
  const settleOne = (field: DefinedField, property: 'visibilityLogic' | 'requiredLogic'): Settled => {
    const parsed = parse(field[property] ?? '');
    const place = { key: field.key, property };
    told.faults.push(...parsed.faults.map((one) => ({ ...place, ...one })));
    if (!parsed.rule) return { kind: 'none' };
    const { settled, faults, warnings } = check(parsed.rule, readable);
    told.faults.push(...faults.map((one) => ({ ...place, ...one })));
    told.warnings.push(...warnings.map((one) => ({ ...place, ...one })));
    return settled;
  };
  const settled = fields.map((field) => ({
    ...field,
    visibility: settleOne(field, 'visibilityLogic'),
    required: settleOne(field, 'requiredLogic'),
  }));
  return { fields: settled, faults: [...told.faults, ...loopsIn(settled)], warnings: told.warnings };
}

/** Fields that decide about themselves, each loop told where it begins. */
function loopsIn(fields: readonly LogicField[]): (RuleFault & PlacedField)[] {
  const keys = new Map(fields.map(({ name, key }) => [name, key]));
  const named = fields.filter(({ name }) => name !== '');
  const { loops } = orderOf(new Map(named.map(({ name, visibility }) => [name, readBy(visibility)])));
  return loops.map((loop) => ({
    key: keys.get(loop[0] ?? '') ?? '',
    property: 'visibilityLogic',
    ...fault('E110', 1, `Visibility loop: ${loop.join(' > ')}.`),
  }));
}
