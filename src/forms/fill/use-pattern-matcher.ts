import { useCallback, useEffect, useRef } from 'react';
import type { PatternMatcher } from '../answers/field-faults.ts';
import { fieldsOf, type ShownForm } from '../definition/definition.ts';

const matchesEverything: PatternMatcher = () => true;

/**
 * The matcher for a form's patterns. A form with patterns loads the engine after the page; until then, every text matches.
 */
export function usePatternMatcher(form: ShownForm): PatternMatcher {
  const engine = useRef(matchesEverything);
  useEffect(() => {
    if (!fieldsOf(form).some(({ requiredRegexPattern }) => requiredRegexPattern)) return;
    void import('../answers/regex-patterns.ts').then(({ patternsOf }) => {
      engine.current = patternsOf(form);
    });
  }, [form]);
  return useCallback((pattern, text) => engine.current(pattern, text), []);
}
