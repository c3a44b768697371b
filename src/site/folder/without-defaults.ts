import type { z } from 'zod';

/** The parts of zod's definitions that are read here. */
interface Definition {
  type: string;
  innerType?: z.ZodType;
  defaultValue?: unknown;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: readonly z.ZodType[];
  values?: readonly unknown[];
}

const definitionOf = (shape: z.ZodType): Definition => shape.def as unknown as Definition; // zod documents these parts of `def`

/**
 * A value of a shape as it is written to files: in the order of the shape, a block's kind first, without the ids of blocks and without
 * fields that have their default.
 */
export function withoutDefaults(shape: z.ZodType, value: unknown): unknown {
  const { type, innerType, element, shape: fields, options } = definitionOf(shape);
  if (value === null) return null;
  if (innerType) return withoutDefaults(innerType, value);
  if (type === 'array' && element && Array.isArray(value)) return value.map((item) => withoutDefaults(element, item));
  if (options) return withoutDefaults(optionOf(options, value) ?? shape, value);
  if (!fields || typeof value !== 'object') return value;
  const isBlock = 'kind' in fields;
  const entries = Object.entries(fields).flatMap(([key, field]): [string, unknown][] => {
    const own: unknown = Reflect.get(value, key);
    if (own === undefined || (isBlock && (key === 'id' || key === 'kind')) || isDefault(field, own)) return [];
    return [[key, withoutDefaults(field, own)]];
  });
  return Object.fromEntries([...(isBlock ? [['kind', Reflect.get(value, 'kind')]] : []), ...entries]);
}

const isDefault = (field: z.ZodType, value: unknown): boolean =>
  definitionOf(field).type === 'default' && JSON.stringify(definitionOf(field).defaultValue) === JSON.stringify(value);

/** The shape of a block's kind. */
const optionOf = (options: readonly z.ZodType[], block: unknown): z.ZodType | undefined =>
  options.find((option) => {
    const kind = definitionOf(option).shape?.['kind'];
    return kind && definitionOf(kind).values?.includes((block as { kind: unknown }).kind); // every block has a kind
  });

/** The paths of fields that its shape has dropped from a value, because the shape does not know them. */
export function unknownFields(
  given: unknown,
  parsed: unknown,
  path: readonly (string | number)[] = [],
): (string | number)[][] {
  if (typeof given !== 'object' || given === null || typeof parsed !== 'object' || parsed === null) return [];
  if (Array.isArray(given))
    return given.flatMap((item, i) => unknownFields(item, Reflect.get(parsed, i), [...path, i]));
  return Object.entries(given).flatMap(([key, value]) =>
    key in parsed ? unknownFields(value, Reflect.get(parsed, key), [...path, key]) : [[...path, key]],
  );
}
