import { useCallback, useEffect, useRef } from 'react';
import type { PatternMatcher } from '../answers/field-faults.ts';
import { fieldsOf } from '../definition/definition.ts';
import type { ShownForm } from '../definition/shapes.ts';

const everything: PatternMatcher = () => true;

/** Patterns of a form; the engine comes after the page, and only with forms that have some. Until then nothing is refused. */
export function useMatches(form: ShownForm): PatternMatcher {
  const engine = useRef(everything);
  useEffect(() => {
    if (!fieldsOf(form).some(({ requiredRegexPattern }) => requiredRegexPattern)) return;
    void import('../answers/patterns.ts').then(({ patternsOf }) => {
      engine.current = patternsOf(form);
    });
  }, [form]);
  return useCallback((pattern, text) => engine.current(pattern, text), []);
}
