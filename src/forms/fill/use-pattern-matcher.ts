import { useCallback, useEffect, useRef } from 'react';
import type { PatternMatcher } from '../answers/field-faults.ts';
import { fieldsOf, type ShownForm } from '../definition/definition.ts';

const everything: PatternMatcher = () => true;

/** Pattern matcher of a form. The engine is loaded after the page if the form has patterns; until then everything matches. */
export function useMatches(form: ShownForm): PatternMatcher {
  const engine = useRef(everything);
  useEffect(() => {
    if (!fieldsOf(form).some(({ requiredRegexPattern }) => requiredRegexPattern)) return;
    void import('../answers/regex-patterns.ts').then(({ patternsOf }) => {
      engine.current = patternsOf(form);
    });
  }, [form]);
  return useCallback((pattern, text) => engine.current(pattern, text), []);
}
