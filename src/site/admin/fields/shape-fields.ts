import type { z } from 'zod';
import { uuid } from '#lib/api/wire.ts';
import {
  anchor,
  body,
  colour,
  line,
  paragraphs,
  pictureRef,
  sentences,
  target,
  title,
} from '../../content/content-fields.ts';

/** What a form needs to know of a shape: which field to show for it. */
export type FieldKind =
  | { kind: 'line' | 'sentences' | 'paragraphs' | 'richText' | 'target' | 'anchor' | 'colour' | 'picture' }
  | { kind: 'id' | 'day' | 'number' | 'switch' }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'list'; item: z.ZodType; max: number }
  | { kind: 'blocks'; kinds: readonly z.ZodType[]; max: number }
  | { kind: 'group'; fields: Readonly<Record<string, z.ZodType>> };

export type ShapeField = FieldKind & {
  /** Whether it may be left empty. */
  isOptional: boolean;
};

const texts = new Map<z.ZodType, 'line' | 'sentences' | 'paragraphs' | 'richText' | 'target' | 'anchor' | 'colour'>([
  [title, 'line'],
  [line, 'line'],
  [sentences, 'sentences'],
  [paragraphs, 'paragraphs'],
  [body, 'richText'],
  [target, 'target'],
  [anchor, 'anchor'],
  [colour, 'colour'],
]);

/** The parts of zod's definitions that are read here. */
interface Definition {
  type: string;
  innerType?: z.ZodType;
  defaultValue?: unknown;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: readonly z.ZodType[];
  entries?: Record<string, string>;
  values?: readonly unknown[];
  in?: z.ZodType;
}

const definitionOf = (shape: z.ZodType): Definition => shape.def as unknown as Definition; // zod documents these parts of `def`

const wrappers = new Set(['default', 'nullable', 'optional']);

const longest = (shape: z.ZodType): number =>
  (shape as unknown as { _zod: { bag: { maximum?: number } } })._zod.bag.maximum ?? 60;

/** Which field to show for a shape. */
export function fieldOf(shape: z.ZodType): ShapeField {
  let inner = shape;
  let isOptional = false;
  while (!texts.has(inner) && wrappers.has(definitionOf(inner).type)) {
    isOptional = true;
    inner = definitionOf(inner).innerType ?? inner;
  }
  return {
    isOptional: isOptional || inner === line || inner === sentences || inner === paragraphs || inner === body,
    ...kindOf(inner),
  };
}

function kindOf(shape: z.ZodType): FieldKind {
  const text = texts.get(shape);
  if (text) return { kind: text };
  if (shape === uuid) return { kind: 'id' };
  if (shape === pictureRef) return { kind: 'picture' };
  const { type, shape: fields = {}, element, entries = {} } = definitionOf(shape);
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'number') return { kind: 'number' };
  if (type === 'enum') return { kind: 'choice', options: Object.keys(entries) };
  if (type === 'object') return { kind: 'group', fields };
  if (type === 'pipe' || type === 'codec') return { kind: 'day' };
  if (type !== 'array' || !element) return { kind: 'line' };
  const kinds = definitionOf(element).options;
  if (kinds) return { kind: 'blocks', kinds, max: longest(shape) };
  return { kind: 'list', item: element, max: longest(shape) };
}

/** The content of a new item, block or group: empty, with the defaults of its shape. */
export function emptyOf(shape: z.ZodType): unknown {
  const { type, defaultValue, shape: fields, values, element } = definitionOf(shape);
  if (type === 'default') return structuredClone(defaultValue);
  if (type === 'nullable') return null;
  if (type === 'literal') return values?.[0];
  if (type === 'boolean') return false;
  if (type === 'number') return 0;
  if (type === 'enum') return Object.keys(definitionOf(shape).entries ?? {})[0];
  if (type === 'array' || element) return [];
  if (fields) return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, emptyOf(field)]));
  return '';
}

/** The content of an optional group once somebody adds it. */
export function filledOf(shape: z.ZodType): unknown {
  let inner = shape;
  while (wrappers.has(definitionOf(inner).type)) inner = definitionOf(inner).innerType ?? inner;
  return emptyOf(inner);
}
