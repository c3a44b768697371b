import type { z } from 'zod';
import { nearest } from '../rules/name-suggestions.ts';
import { type FormFile, formFile, submitterFile } from './form-file-shape.ts';
import { levels, locationOf, type Remark } from './fault-paths.ts';

interface ReadShape {
  /** The form with faults repaired, so that other checks can run; undefined if that is impossible. */
  read?: FormFile;
  faults: Remark[];
}

/** Checks a file's JSON against its shape and returns all faults. */
export function readShape(json: unknown): ReadShape {
  const first = formFile.safeParse(json, { error: messageOf });
  if (first.success) return { read: first.data, faults: [] };
  const { issues } = first.error;
  const faults = issues.flatMap(remarksOf);
  const second = formFile.safeParse(repaired(json, issues));
  return second.success ? { read: second.data, faults } : { faults };
}

const required = 'This is required.';

const kinds: Record<string, string> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: 'Must be true or false.',
  array: 'Must be a list.',
  object: 'Must be an object.',
};

/** Default messages. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined || issue.input === null ? required : (kinds[issue.expected] ?? 'Not valid.');
  if (issue.code === 'too_big')
    return issue.origin === 'string' ? `At most ${issue.maximum} characters.` : `Must be at most ${issue.maximum}.`;
  return issue.code === 'too_small' ? `Must be at least ${issue.minimum}.` : 'Not valid.';
}

const submitterNames = Object.keys(submitterFile.unwrap().unwrap().shape);

/** Limit on unknown properties that get a suggestion. */
const maxSuggestions = 20;
/** Unknown properties reported at one location. */
const maxReported = 100;

function remarksOf(issue: z.core.$ZodIssue): Remark[] {
  if (issue.code !== 'unrecognized_keys') return [{ location: locationOf(issue.path), message: issue.message }];
  const isSubmitter = issue.path[0] === 'submitter';
  const names = isSubmitter ? submitterNames : (levels[issue.path.length / 2] ?? []);
  return issue.keys.slice(0, maxReported).map((key, i) => {
    const near = i < maxSuggestions ? nearest(key, names) : undefined;
    const message = `Unknown property '${key.slice(0, 100)}'.${near === undefined ? '' : ` Did you mean '${near}'?`}`;
    return { location: locationOf([...issue.path, key.slice(0, 100)]), message };
  });
}

type Json = Record<PropertyKey, unknown>;

/** Valid values that replace invalid ones, so that rules can still find the fields by name. */
const replacements: Record<string, unknown> = {
  url: 'x',
  formName: 'x',
  formFieldType: 0,
  formSections: [],
  formRows: [],
  formFields: [],
};

const emptyParts = [{}, { formRows: [] }, { formFields: [] }, { formFieldType: 0 }];

function repaired(json: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(json);
  for (const { path, ...issue } of issues) {
    if (path[0] === 'submitter') {
      if (typeof copy === 'object' && copy !== null) Object.assign(copy, { submitter: null });
      continue;
    }
    const last = path.at(-1);
    const owner = path.slice(0, 'keys' in issue ? undefined : -1).reduce<unknown>(memberOf, copy);
    if (typeof owner !== 'object' || owner === null) continue;
    const part = owner as Json; // an object or a list
    if ('keys' in issue) for (const key of issue.keys) delete part[key];
    else if (typeof last === 'number') part[last] = structuredClone(emptyParts[path.length / 2]);
    else if (last !== undefined) part[last] = replacements[String(last)] ?? null;
  }
  return copy;
}

const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Json)[key] : undefined; // an object or a list
