import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import type { RuleField } from './check-rule.ts';
import { makeLogic } from './field-visibility.ts';
import { suggestions } from './name-suggestions.ts';
import { orderOf } from './dependency-order.ts';
import { grouped, type Node, type Operand, parse, type Rule } from './parse-rule.ts';
import { type UnparsedField, parseForm } from './parse-form-rules.ts';
import { comparisons } from './tokens.ts';
import type { Answer, AnswerKind } from './answer-values.ts';

const today = day('2026-03-02');

/** The kind of a value in the examples: an array is a multi select, a boolean a yes/no, a number a number, an ISO day a date. */
function kindOf(value: unknown): AnswerKind {
  if (Array.isArray(value)) return 'multi';
  if (typeof value === 'boolean') return 'yesNo';
  if (typeof value === 'number') return 'number';
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'date' : 'text';
}

type Values = Record<string, Answer>;

/** Whether a rule is true for the answers, or its faults as `E101 1: message`. */
function ask(rule: string, values: Values, fields: Partial<Record<string, Partial<RuleField>>> = {}) {
  const names = [...new Set([...Object.keys(values), ...Object.keys(fields)])];
  const defined: UnparsedField[] = [
    ...names.map((name) => ({ key: name, name, kind: kindOf(values[name]), ...fields[name] })),
    { key: 'asked', name: '', kind: 'none', visibilityLogic: rule },
  ];
  const parsed = parseForm(defined);
  if (parsed.faults.length > 0)
    return parsed.faults.map(({ code, position, message }) => `${code} ${position}: ${message}`);
  return makeLogic(parsed.fields, new Map(Object.entries(values)), today).isVisible('asked');
}

interface Vector {
  rule: string;
  values: Values;
  expect: boolean | 'error';
}

const vectors = JSON.parse(readFileSync(new URL('./rule-vectors.json', import.meta.url), 'utf8')) as Vector[]; // the file beside this one

describe('examples of the rule language', () => {
  test.each(vectors)('$rule with $values is $expect', ({ rule, values, expect: expected }) => {
    const result = ask(rule, values);
    expect(Array.isArray(result) ? 'error' : result).toBe(expected);
  });
});

describe('every comparison is true or false below, at and above its limit', () => {
  const kinds: [string, Answer[], bound: string][] = [
    ['a number', [4.99, 5, 5.01], '5'],
    ['a date', ['2026-03-01', '2026-03-02', '2026-03-03'], '2026-03-02'],
    ['a date compared with today', ['2026-03-01', '2026-03-02', '2026-03-03'], 'today'],
    ['a text that is a number', ['4', '5.0', '10'], "'5'"],
    ['a number in another field', [4, 5, 6], 'five'],
  ];
  const holdsFor = {
    '<': [true, false, false],
    '<=': [true, true, false],
    '>': [false, false, true],
    '>=': [false, true, true],
  };
  const flipped = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;
  const cases = kinds.flatMap(([kind, values, bound]) =>
    (['<', '<=', '>', '>='] as const).map((op) => [kind, op, values, bound] as const),
  );
  test.each(cases)('%s %s its limit', (_kind, op, values, bound) => {
    const results = (rule: string) => values.map((a) => ask(rule, { a, five: 5 }));
    expect(results(`a ${op} ${bound}`)).toEqual(holdsFor[op]);
    expect(results(`${bound} ${flipped[op]} a`)).toEqual(holdsFor[op]);
  });
  test.each(cases)('%s %s its limit is false for an empty answer', (_kind, op, [value], bound) => {
    const a = { kind: kindOf(value) };
    expect(ask(`a ${op} ${bound}`, { a: null, five: 5 }, { a })).toBe(false);
  });
});

const flags = { kind: 'yesNo' } as const;
const box = { kind: 'checkbox' } as const;
const amount = { kind: 'number' } as const;
const date = { kind: 'date' } as const;
const many = { kind: 'multi', options: ['carpets', 'windows', 'floors'] } as const;
const one = { kind: 'choice', options: ['NSW', 'VIC', 'New South Wales', 'other'] } as const;
const site = { kind: 'address' } as const;
const files = { kind: 'files' } as const;

describe('comparisons', () => {
  test.each<[string, Values, Record<string, Partial<RuleField>>, boolean]>([
    ['ticked == false', { ticked: null }, { ticked: box }, true],
    ['ticked != ""', { ticked: null }, { ticked: box }, true],
    ['said == false', { said: null }, { said: flags }, false],
    ['said == NO', { said: false }, {}, true],
    ["said == '1'", { said: true }, {}, true],
    ['qty == 0', { qty: 0 }, {}, true],
    ['qty != 0', { qty: null }, { qty: amount }, true],
    ['qty >= limit', { qty: 3, limit: 3 }, {}, true],
    ['3 < qty', { qty: 4 }, {}, true],
    ['2.50 == qty', { qty: 2.5 }, {}, true],
    ['qty == -1.5', { qty: -1.5 }, {}, true],
    ['from == 02/03/2026', { from: '2026-03-02' }, {}, true],
    ['from == today', { from: '2026-03-02' }, {}, true],
    ['from > today', { from: '2026-03-03' }, {}, true],
    ["from == ''", { from: '1900-01-01' }, { from: date }, true],
    ['from < today', { from: null }, { from: date }, false],
    ['state == other', { state: 'other', other: 'x' }, { state: one }, true],
    ['state == other', { state: 'x', other: 'x' }, { state: { kind: 'text' } }, true],
    ["state == 'nsw'", { state: 'NSW' }, { state: one }, false],
    ["name == 'Ann'", { name: '  Ann ' }, {}, true],
    ["name == ''", { name: '   ' }, {}, true],
    ['name < 10', { name: '9' }, {}, true],
    ['name < b', { name: 'a' }, {}, false],
    ["jobs == 'car'", { jobs: ['carpets'] }, { jobs: many }, false],
    ["jobs == 'windows;carpets'", { jobs: ['carpets', 'windows', 'floors'] }, { jobs: many }, false],
    ["jobs == '*'", { jobs: ['floors', 'carpets', 'windows'] }, { jobs: many }, true],
    ["jobs == ''", { jobs: [] }, { jobs: many }, true],
    ["jobs != 'floors'", { jobs: [] }, { jobs: many }, true],
    ["photos == ''", { photos: [] }, { photos: files }, true],
    ["photos != ''", { photos: [{}] }, { photos: files }, true],
    ["site.postcode == '2000'", { site: { postcode: '2000' } }, { site }, true],
    ['{site.state} == NSW', { site: { state: 'VIC' } }, { site }, false],
    ["site == ''", { site: { city: ' ' } }, { site }, true],
    ["'a\\'b' == name", { name: "a'b" }, {}, true],
    ['{odd name} == 1', { 'odd name': 1 }, {}, true],
    ['*', {}, {}, true],
    ['  ', {}, {}, true],
  ])('%s with %j', (rule, values, fields, expected) => {
    expect(ask(rule, values, fields)).toBe(expected);
  });
});

describe('faults with their positions', () => {
  test.each<[string, string[]]>([
    ['stat == 1', ["E101 1: Unknown field 'stat'. Did you mean 'state'?"]],
    ['{nowhere} == 1', ["E101 1: Unknown field 'nowhere'."]],
    ['qty == {qtty}', ["E101 8: Unknown field 'qtty'. Did you mean 'qty'?"]],
    ['site.postcod == 2', ["E101 1: Unknown field 'site.postcod'. Did you mean 'site.postcode'?"]],
    ['qty = 1', ["E102 5: Unknown operator '='. Use ==."]],
    ['qty === 1', ["E102 5: Unknown operator '==='. Use ==."]],
    ['qty <> 1', ["E102 5: Unknown operator '<>'. Use !=."]],
    ['qty => 1 & qty == 2', ["E102 5: Unknown operator '=>'. Use >=.", "E102 10: Unknown operator '&'. Use &&."]],
    ['!qty', ["E102 1: Unknown operator '!'. Use !=."]],
    ['!(qty == 1)', ["E102 1: Unknown operator '!'. Use !=."]],
    ['qty =! 1', ["E102 5: Unknown operator '='. Use ==.", "E102 6: Unknown operator '!'. Use !=."]],
    ['qty =', ["E102 5: Unknown operator '='. Use ==.", 'E105 6: Expected a value or a field, found the end.']],
    ["state == 'NSW", ['E103 10: Text is not closed.']],
    ['qty == 1 }', ['E104 10: Unexpected character.']],
    ['(qty == 1', ["E105 10: Expected '&&', '||' or ')', found the end."]],
    ['qty 1', ['E105 6: Expected a comparison (==, !=, >=, <=, > or <), found the end.']],
    ['&& qty == 1', ["E105 1: Expected a field or '(', found '&&'."]],
    ['qty == 1 and state == 2', ["E105 20: Expected '&&', '||' or the end, found '=='."]],
    ['qty == lots', ["E106 8: 'lots' is not a number."]],
    ['from == soon', ["E106 9: 'soon' is not a date."]],
    ['said == maybe', ["E106 9: 'maybe' is not yes/no."]],
    ['photos > 1', ["E107 8: '>' cannot be used with this field."]],
    ['said < true', ["E107 6: '<' cannot be used with this field."]],
    ["photos == 'x'", ["E107 8: '==' cannot be used with this field. Only == '' and != '' can be used."]],
    ['1 == 2', ['E108 1: Compares two fixed values.']],
    ["'a' == 'b' || qty == lots", ['E108 1: Compares two fixed values.', "E106 22: 'lots' is not a number."]],
    ['note == 1', ['E109 1: Field has no answer.']],
    [`qty == ${'1'.repeat(2000)}`, ['E112 2001: Over 2,000 characters or 32 levels deep.']],
    [`${'('.repeat(33)}qty == 1${')'.repeat(33)}`, ['E112 33: Over 2,000 characters or 32 levels deep.']],
  ])('%s', (rule, expected) => {
    const values = { state: 'NSW', qty: 1, from: '2026-03-02', said: true };
    expect(ask(rule, values, { photos: files, site, note: { kind: 'none' } })).toEqual(expected);
  });

  test('a loop and a name shared by several fields are reported', () => {
    const field = (name: string, visibilityLogic = ''): UnparsedField => ({
      key: name,
      name,
      kind: 'text',
      visibilityLogic,
    });
    const faultsIn = (fields: UnparsedField[]) =>
      parseForm(fields).faults.map(({ code, key, message }) => [code, key, message]);
    expect(faultsIn([field('a', "b == '1'"), field('b', "a == '1'")])).toEqual([
      ['E110', 'a', 'Visibility loop: a > b > a.'],
    ]);
    expect(faultsIn([field('a', "a == '1'")])).toEqual([['E110', 'a', 'Visibility loop: a > a.']]);
    const twins = [field('a'), { ...field('a'), key: 'second' }, field('b', "a == '1'")];
    expect(faultsIn(twins)).toEqual([
      ['E111', 'second', 'Name used by several fields.'],
      ['E111', 'b', 'Name used by several fields.'],
    ]);
  });

  const names = Array.from({ length: 2_000 }, (_, i) => `site${String(i).padStart(4, '0')}`);

  test('all unknown names are reported, and only the first twenty get a suggestion', () => {
    const misspelled = (name: string) => `${name.replace('site', 'syte')} == '1'`;
    const { faults } = parseForm(
      names.map((name) => ({
        key: name,
        name,
        kind: 'text',
        visibilityLogic: misspelled(name),
        requiredLogic: misspelled(names[0] ?? ''),
      })),
    );
    expect(faults).toHaveLength(4_000);
    const near = new Set(faults.flatMap(({ message }) => /Did you mean '(.*)'/.exec(message)?.[1] ?? []));
    expect([...near]).toEqual(names.slice(0, 20));

    let compared = 0;
    const suggest = suggestions({
      *[Symbol.iterator]() {
        for (const name of names) {
          compared += 1;
          yield name;
        }
      },
    });
    for (const name of names) suggest(`nothing like ${name}`);
    expect(compared).toBe(20 * names.length);
  });

  test('all loops are reported, long ones shortened', () => {
    const reads = new Map(names.map((name, i) => [name, [...names.slice(Math.max(i - 40, 0), i), names[i + 1] ?? '']]));
    const { loops } = orderOf(reads);
    expect(loops).toHaveLength([...reads.values()].flat().length - names.length);
    expect(Math.max(...loops.map(({ length }) => length))).toBe(22);
    expect(loops.at(-1)).toEqual(['site1998', 'site1999', 'site1998']);
    const first = names[0] ?? '';
    const around = new Map(names.map((name, i) => [name, [names[i + 1] ?? first]]));
    expect(orderOf(around).loops).toEqual([[...names.slice(0, 10), '...', ...names.slice(-10), first]]);
  });

  test('warnings are reported for valid rules', () => {
    const { faults, warnings } = parseForm([
      { key: 'state', name: 'state', kind: 'choice', options: ['NSW'] },
      { key: 'asked', name: 'asked', kind: 'text', visibilityLogic: 'state == New Zealand || asked2 > b' },
      { key: 'asked2', name: 'asked2', kind: 'text' },
    ]);
    expect(faults).toEqual([]);
    expect(warnings.map(({ position, message }) => `${position}: ${message}`)).toEqual([
      "10: 'New Zealand' is not among the options of 'state'.",
      '10: Text with spaces should be in quotes.',
      "32: '>' compares text only if both sides are numbers or dates.",
    ]);
  });
});

const bare = fc.constantFrom('a', 'b', 'c.d', 'New South Wales', '12', '2026-01-31', 'x-y');
const operand: fc.Arbitrary<Operand> = fc.oneof(
  bare.map((text): Operand => ({ kind: 'bare', text, at: 0 })),
  fc.string({ maxLength: 8 }).map((text): Operand => ({ kind: 'quoted', text, at: 0 })),
  fc.constantFrom('a', 'b', 'odd name').map((text): Operand => ({ kind: 'braced', text, at: 0 })),
);
const compare: fc.Arbitrary<Node> = fc
  .tuple(operand, fc.constantFrom(...comparisons), operand)
  .map(([left, op, right]): Node => ({ kind: 'compare', left, op, right, at: 0 }));
const rules: fc.Arbitrary<Node> = fc.letrec<{ node: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    compare,
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('node'), { minLength: 1, maxLength: 4 }))
      .map(([kind, parts]) => grouped(kind, parts)),
  ),
})).node;

/** Prints a rule in canonical form; parsing the result gives the same rule. */
function print(rule: Rule): string {
  if (rule.kind === 'none') return '';
  if (rule.kind === 'always') return '*';
  if (rule.kind === 'compare') return `${printOperand(rule.left)} ${rule.op} ${printOperand(rule.right)}`;
  const sign = rule.kind === 'and' ? ' && ' : ' || ';
  return rule.parts.map((part) => (part.kind === 'or' ? `(${print(part)})` : print(part))).join(sign);
}

function printOperand({ kind, text }: Operand): string {
  if (kind === 'braced') return `{${text}}`;
  return kind === 'bare' ? text : `'${text.replace(/['\\]/g, '\\$&')}'`;
}

/** Removes positions, because two spellings of a rule have different ones. */
const withoutPositions = (node: unknown): unknown =>
  JSON.parse(JSON.stringify(node, (key, value) => (key === 'at' ? 0 : value)));

const answers: fc.Arbitrary<Answer> = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom('1', '2', 'x', '2026-01-31', '', null),
  fc.integer({ min: 0, max: 3 }),
  fc.boolean(),
  fc.subarray(['x', 'y', 'z']),
);
const kinds = fc.constantFrom<AnswerKind>(
  'text',
  'choice',
  'multi',
  'yesNo',
  'checkbox',
  'number',
  'date',
  'files',
  'address',
);

/** A form in which each rule reads up to three earlier fields. */
const forms = fc
  .array(
    fc.record({
      kind: kinds,
      reads: fc.array(fc.nat(50), { maxLength: 3 }),
      word: fc.constantFrom('1', 'x', 'true', '', '2026-01-31'),
      isOr: fc.boolean(),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((all) =>
    all.map(({ kind, reads, word, isOr }, place): UnparsedField => {
      const rule =
        place === 0
          ? ''
          : reads.map((read) => `f${read % place} ${isOr ? '==' : '!='} '${word}'`).join(isOr ? ' || ' : ' && ');
      return {
        key: `f${place}`,
        name: `f${place}`,
        kind,
        options: ['x', 'y', 'z'],
        visibilityLogic: rule,
        requiredLogic: place % 2 ? rule : '*',
      };
    }),
  );

describe('for any rule', () => {
  test('parsing a printed rule gives the same rule', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const again = parse(print(rule));
        if (print(rule).length > 2_000) expect(again.faults).toHaveLength(1);
        else expect(withoutPositions(again.rule)).toEqual(withoutPositions(rule));
      }),
    );
  });

  test('parsing any text succeeds or reports positions inside it, and never throws', () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('a', ' ', '==', '&&', '||', '(', ')', '!', "'", '"', '{', '}', '\\', '<', '>=', '1'), {
          maxLength: 30,
        })
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (rule) => {
        const { faults } = parse(rule);
        return faults.every(({ position }) => position >= 1 && position <= rule.length + 1);
      }),
      { numRuns: 1_000 },
    );
  });

  test('incremental updates equal a full evaluation', () => {
    const changes = fc.array(fc.tuple(fc.nat(13), answers), { maxLength: 30 });
    fc.assert(
      fc.property(forms, changes, (fields, all) => {
        const parsed = parseForm(fields);
        if (parsed.faults.length > 0) return; // the word is invalid for the kind
        const given = new Map<string, Answer>();
        const logic = makeLogic(parsed.fields, given, today);
        const shown = () => fields.map(({ key }) => [key, logic.isVisible(key), logic.isRequired(key)]);
        for (const [place, answer] of all) {
          const key = `f${place % fields.length}`;
          const before = shown();
          const changed = logic.answer(key, answer);
          given.set(key, answer);
          const scratch = makeLogic(parsed.fields, given, today);
          expect(shown()).toEqual(fields.map(({ key: one }) => [one, scratch.isVisible(one), scratch.isRequired(one)]));
          const differs = shown()
            .filter((now, i) => String(now) !== String(before[i]))
            .map(([one]) => one);
          expect([...changed].sort()).toEqual(differs.sort());
        }
      }),
      { numRuns: 300 },
    );
  });
});

test('hiding a field hides the fields that depend on it, and hidden answers reappear', () => {
  const text = (name: string, visibilityLogic = ''): UnparsedField => ({
    key: name,
    name,
    kind: 'text',
    visibilityLogic,
    requiredLogic: '*',
  });
  const { fields } = parseForm([text('pets'), text('kind', "pets == 'Yes'"), text('breed', "kind == 'Dog'")]);
  const logic = makeLogic(
    fields,
    new Map([
      ['pets', 'Yes'],
      ['kind', 'Dog'],
      ['breed', 'Kelpie'],
    ]),
    today,
  );
  expect(['kind', 'breed'].map(logic.isRequired)).toEqual([true, true]);
  expect([...logic.answer('pets', 'No')]).toEqual(['kind', 'breed']);
  expect(['kind', 'breed'].map(logic.isVisible)).toEqual([false, false]);
  expect(logic.isRequired('breed')).toBe(false);
  logic.answer('pets', 'Yes');
  expect([logic.isVisible('breed'), logic.answerOf('breed')]).toEqual([true, 'Kelpie']);
});
