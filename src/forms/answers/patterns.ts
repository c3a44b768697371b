import { RE2JS } from 're2js';
import { type FormDefinition, fieldsOf } from '../definition/definition.ts';
import type { Matches } from './field-faults.ts';

/** Why a pattern can't be used, in the engine's words; undefined for one that can. The engine takes linear time and has no backtracking. */
export function patternFaultOf(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

const compiledOf = new WeakMap<object, Matches>();

/** Compiles the patterns of a form, once; the library is large, so pages load this file only for forms that have some. */
export function patternsOf(form: Pick<FormDefinition, 'formSections'>): Matches {
  const known = compiledOf.get(form);
  if (known) return known;
  const patterns = fieldsOf(form).flatMap(({ requiredRegexPattern }) => requiredRegexPattern || []);
  const compiled = new Map([...new Set(patterns)].map((pattern) => [pattern, RE2JS.compile(pattern)]));
  const matches: Matches = (pattern, text) => compiled.get(pattern)?.matcher(text).find() ?? true;
  compiledOf.set(form, matches);
  return matches;
}
