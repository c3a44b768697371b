import { RE2JS } from 're2js';
import { type FormDefinition, fieldsOf } from '../definition/definition.ts';
import type { PatternMatcher } from './field-faults.ts';

/** The regular expression engine's error for a pattern; undefined if it is valid. RE2 runs in linear time, without backtracking. */
export function patternFaultOf(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

const matchers = new WeakMap<object, PatternMatcher>();

/** Compiles a form's patterns once. The library is large, so pages load this file only for forms with patterns. */
export function patternsOf(form: Pick<FormDefinition, 'formSections'>): PatternMatcher {
  const known = matchers.get(form);
  if (known) return known;
  const patterns = fieldsOf(form).flatMap(({ requiredRegexPattern }) => requiredRegexPattern || []);
  const compiled = new Map([...new Set(patterns)].map((pattern) => [pattern, RE2JS.compile(pattern)]));
  const matches: PatternMatcher = (pattern, text) => compiled.get(pattern)?.matcher(text).find() ?? true;
  matchers.set(form, matches);
  return matches;
}
