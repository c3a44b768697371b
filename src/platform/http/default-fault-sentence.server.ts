import type { z } from 'zod';

const required = 'This field is required.';

const ofType: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be yes or no.',
  array: 'Must be a list.',
  object: 'The request is not valid.',
};

/** The sentence for a fault for which the shape has none. Zod's own sentences would name its types. */
export function defaultSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? required : (ofType[issue.expected] ?? 'Not valid.');
    case 'too_small':
      return limitSentence(issue.origin, 'least', issue.minimum);
    case 'too_big':
      return limitSentence(issue.origin, 'most', issue.maximum);
    default:
      return 'Not valid.';
  }
}

function limitSentence(origin: string, word: 'least' | 'most', limit: number | bigint): string {
  if (origin === 'string') return `Must have at ${word} ${limit} characters.`;
  if (origin === 'array') return `Must have at ${word} ${limit} entries.`;
  return `Must be at ${word} ${limit}.`;
}
