import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { type Fault, Problem } from '#lib/api/problem.ts';
import { defaultSentence } from './default-fault-sentence.server.ts';

/** Parses params, query and body with the endpoint's shapes; throws all faults at once, in field order. */
export function validateInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  furtherFaults: () => Fault[],
): Record<'params' | 'query' | 'body', unknown> {
  const faults: Fault[] = [];
  const input = {
    params: undefined,
    query: undefined,
    body: undefined,
  } as Record<'params' | 'query' | 'body', unknown>;
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = endpoint.shapes[part];
    if (!shape) continue;
    const parsed = shape.safeParse(part === 'body' ? (request.body ?? {}) : request[part], { error: defaultSentence });
    if (parsed.success) input[part] = parsed.data;
    else if (part === 'params') throw new Problem(404, 'Not found.');
    else {
      const more =
        part === 'body' ? furtherFaults().map(({ path, message }) => ({ path: path.split('.'), message })) : [];
      faults.push(...faultsInFieldOrder(shape, { issues: [...parsed.error.issues, ...more] }));
    }
  }
  if (faults.length > 0) throw new Problem(400, faults[0]?.message ?? 'The request is not valid.', faults);
  return input;
}

/** A shape's faults, the first for each field, in the order in which the shape declares its fields. */
export function faultsInFieldOrder(
  shape: z.ZodType,
  { issues }: { issues: readonly { path: PropertyKey[]; message: string }[] },
): Fault[] {
  const seen = new Map<string, Fault & { order: number[] }>();
  for (const issue of issues) {
    const path = issue.path.map(String).join('.');
    if (seen.has(path)) continue;
    seen.set(path, {
      path,
      message: issue.message,
      order: positionIn(shape, issue.path),
    });
  }
  return [...seen.values()]
    .sort((a, b) => compareOrder(a.order, b.order))
    .map(({ path, message }) => ({ path, message }));
}

function compareOrder(a: number[], b: number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The position of each step of a path among the fields of its shape. */
function positionIn(shape: z.ZodType, path: PropertyKey[]): number[] {
  let at: unknown = shape;
  return path.map((key) => {
    const object = unwrap(at);
    if (typeof key === 'number') {
      at = object && 'element' in object ? object.element : undefined;
      return key;
    }
    const fields = object && 'shape' in object ? (object.shape as Record<string, unknown>) : {}; // z.object has it
    at = fields[String(key)];
    const place = Object.keys(fields).indexOf(String(key));
    return place < 0 ? Number.MAX_SAFE_INTEGER : place;
  });
}

interface Definition {
  type?: string;
  innerType?: unknown;
  in?: unknown;
  out?: unknown;
}

/** The object or array inside optional, nullable, default and pipe wrappers. */
function unwrap(shape: unknown): object | undefined {
  let at = shape;
  for (let depth = 0; depth < 8 && typeof at === 'object' && at !== null; depth++) {
    if ('shape' in at || 'element' in at) return at;
    const { def = {} } = at as { def?: Definition }; // every zod type has a def
    const isPreprocessed = (def.in as { def?: Definition } | undefined)?.def?.type === 'transform';
    at = def.innerType ?? (isPreprocessed ? def.out : def.in);
  }
  return typeof at === 'object' && at !== null ? at : undefined;
}
