import { bareField, type FormDefinition, type FormField } from '#forms/definition/definition.ts';

/** A comparison supported by both libraries. */
export interface BenchRule {
  /** The number of the field that is read. */
  of: number;
  kind: 'truth' | 'choice' | 'multi' | 'number' | 'filled';
}

export interface BenchField {
  number: number;
  /** As `field-types.ts` has it. */
  type: number;
  visible?: BenchRule;
  required?: BenchRule | 'always';
}

/** The yes/no field that shows and hides every fourth field. */
export const switchNumber = 0;
const fieldCount = 2_000;

const times = (type: number, count: number): number[] => Array.from({ length: count }, () => type);

/** The number of fields of each type among a hundred. */
const types = [
  ...times(0, 25),
  ...times(1, 8),
  ...times(2, 12),
  ...times(3, 5),
  ...times(4, 6),
  ...times(5, 4),
  ...times(6, 8),
  ...times(7, 6),
  ...times(10, 6),
  ...times(11, 6),
  ...times(12, 3),
  ...times(13, 3),
  14,
  15,
  20,
  8,
  9,
  36,
  30,
  31,
];

const typeAt = (number: number): number => (number === switchNumber ? 6 : (types[(number * 37) % types.length] ?? 0));

const kinds: Partial<Record<number, BenchRule['kind']>> = {
  0: 'filled',
  1: 'filled',
  2: 'choice',
  3: 'multi',
  4: 'choice',
  5: 'choice',
  6: 'truth',
  7: 'truth',
  11: 'number',
  13: 'number',
};

export const isSwitched = (number: number): boolean => number % 4 === 3;

/** Reads the nearest field before this one that the switch does not hide. */
function ruleAt(number: number): BenchRule {
  for (let before = number - 1; before > switchNumber; before--) {
    const kind = kinds[typeAt(before)];
    if (kind && !isSwitched(before)) return { of: before, kind };
  }
  return { of: switchNumber, kind: 'truth' };
}

/** 2,000 fields of all types and 1,000 rules: the switch shows 500 fields, another field shows 300 and makes 200 required. */
export const benchFields = (): BenchField[] =>
  Array.from({ length: fieldCount }, (_, number) => ({
    number,
    type: typeAt(number),
    ...(isSwitched(number) && { visible: { of: switchNumber, kind: 'truth' } as const }),
    ...([2, 4, 6].includes(number % 20) && { visible: ruleAt(number) }),
    ...(number % 10 === 5 && { required: ruleAt(number) }),
    ...(number % 10 === 0 && number !== switchNumber && { required: 'always' as const }),
  }));

export const nameOf = (number: number): string => `field${number}`;
export const labelOf = ({ number, type }: BenchField): string => `Field ${number} of type ${type}`;
export const options = ['a', 'b', 'c', 'd', 'e'];
export const fileBytes = 20 * 1024 * 1024;
const fileType = 8;
/** A file field. */
export const fileNumber = (): number => benchFields().find(({ type }) => type === fileType)?.number ?? 0;
export const mask = '99 9999 9999';

/** The id of a field in our form. */
export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function ruleText(rule: BenchRule | 'always' | undefined): string | null {
  if (rule === undefined) return null;
  if (rule === 'always') return '*';
  const name = nameOf(rule.of);
  const texts = {
    truth: `${name} == true`,
    choice: `${name} == 'b' || ${name} == 'c'`,
    multi: `${name} == 'b'`,
    number: `${name} > 10 && ${name} <= 50`,
    filled: `${name} != ''`,
  };
  return texts[rule.kind];
}

const nothing = { ...bareField, mdColSize: 6 };

function fieldOf(field: BenchField): FormField {
  const { number, type } = field;
  return {
    ...nothing,
    id: idOf(number),
    formFieldType: type,
    fieldLabel: labelOf(field),
    modelPropertyName: nameOf(number),
    visibilityLogic: ruleText(field.visible),
    requiredLogic: ruleText(field.required),
    ...(type >= 2 && type <= 5 && { selectOptions: options.join(';') }),
    ...(type === 0 && { maxLength: 100 }),
    ...(type === fileType && { maxFileSize: fileBytes }),
    ...(type === 11 && { minNumberValue: 0, maxNumberValue: 1_000 }),
    ...(type === 12 && { maskedInputMask: mask }),
    ...(type >= 30 && type <= 31 && { initialValue: `Text ${number}` }),
  };
}

/** The form, in a single section, so that nothing is collapsed. */
export function bigForm(url: string, id = idOf(999_999)): FormDefinition {
  const fields = benchFields().map(fieldOf);
  const rows = Array.from({ length: fieldCount / 2 }, (_, row) => ({
    id: idOf(100_000 + row),
    formFields: fields.slice(row * 2, row * 2 + 2),
  }));
  return {
    id,
    url,
    formName: 'A form of 2,000 fields',
    successUrl: null,
    toastMessage: null,
    showHeading: null,
    notifyEmail: null,
    submitter: null,
    formSections: [{ id: idOf(200_000), sectionHeading: 'All fields', formRows: rows }],
  };
}

/** As a file: without what is null and without ids. */
export const bigFormFile = (url: string): string =>
  JSON.stringify(bigForm(url), (key, value: unknown) => (value === null || key === 'id' ? undefined : value));

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const file = { name: 'photo.png', origFileName: 'photo.png', data: `data:image/png;base64,${png}`, size: 1 };
const address = { streetNumber: '12', streetName: 'Wattle Street', city: 'Sydney', state: 'NSW', postCode: '2000' };

const answers: Partial<Record<number, string>> = {
  0: 'Level two, behind the lifts',
  1: 'Swept, mopped and dry.\nSigns taken in.',
  2: 'b',
  3: 'a;b',
  4: 'b',
  5: 'c',
  6: 'true',
  7: 'true',
  8: JSON.stringify([file]),
  9: JSON.stringify([file]),
  10: '2026-11-20 00:00:00',
  11: '12',
  12: '02 5550 1234',
  13: '25.50',
  14: '0491570156',
  15: 'robin@example.com',
  20: JSON.stringify(address),
  36: png,
};

/** An answer to each field, so that all are shown and all are looked at. */
export const fullAnswers = (): { id: string; response: string }[] =>
  benchFields().flatMap(({ number, type }) => {
    const response = answers[type];
    return response === undefined ? [] : [{ id: idOf(number), response }];
  });
