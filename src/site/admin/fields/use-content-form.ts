import { type BaseSyntheticEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { errorMessageOf, type Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import type { FieldFault } from '#ui/form/field-fault.ts';
import { type Differing, isSame, valueDifferences } from './differences.ts';
import { fieldId } from './fields-context.ts';
import { type RemovedItem, withItemBack } from './list-items.ts';
import { mergeValues } from './merge-values.ts';
import { type Path, valueAt } from './value-at.ts';

interface Versioned<Content> {
  content: Content;
  version: number;
}

interface ContentFormOptions<Content, Stored extends Versioned<Content>> {
  shape: z.ZodType;
  stored: Versioned<Content>;
  /** The names on the way to the fields, for their words. */
  names: readonly string[];
  read: () => Promise<Versioned<Content>>;
  save: (content: Content, version: number) => Promise<Stored>;
  /** Called with what is stored now, and whether the form shows exactly that: something may have been typed meanwhile. */
  saved: (stored: Stored, isAll: boolean) => void;
  failed: string;
}

/** The faults of content by their paths: those that the server has found and, after an attempt to save, those of the shape. */
function useFaults(shape: z.ZodType, content: object) {
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const issues = shape.safeParse(content).error?.issues ?? [];
  const own = new Map(issues.map(({ path, message }) => [path.join('.'), message]));
  const faults = attempts > 0 ? new Map([...refused, ...own]) : refused;
  return { faults, isFaulty: own.size > 0, attempts, setAttempts, setRefused };
}

/** A form of content that is saved as a whole, as `PageFormFrame` shows it. */
export function useContentForm<Content extends object, Stored extends Versioned<Content> = Versioned<Content>>(
  options: ContentFormOptions<Content, Stored>,
) {
  const { shape, stored: first, names, read, save, saved, failed } = options;
  const [stored, setStored] = useState(first);
  const [content, setContent] = useState(first.content);
  const latest = useRef(content);
  useEffect(() => {
    latest.current = content;
  });
  const { faults, isFaulty, attempts, setAttempts, setRefused } = useFaults(shape, content);
  const [refusal, setRefusal] = useState<string>();
  const [differing, setDiffering] = useState<readonly Differing[]>();
  const [isSubmitting, setSubmitting] = useState(false);
  const change = (path: Path, value: unknown): void => {
    setContent((before) => valueAt(before, path, value) as Content); // fields change what their shape describes
    setRefused(new Map());
  };
  const bringBack = (removed: RemovedItem): void => setContent((before) => withItemBack(before, removed));
  /** Makes what is stored the new starting point. What has been typed since `sent` stays. */
  const start = (next: Versioned<Content>, sent: Content): void => {
    setStored(next);
    setContent((now) => (now === sent ? next.content : now));
    setAttempts(0);
    setRefused(new Map());
    setRefusal(undefined);
    setDiffering(undefined);
  };
  /** Applies the user's changes to what somebody else has stored, and shows what saving would change of that. */
  const meet = async (): Promise<void> => {
    const theirs = await read();
    const place = { labels: [], names };
    const merged = (mine: Content) =>
      mergeValues({ was: stored.content, theirs: theirs.content, mine }, place, []) as Content; // merged field by field
    setStored(theirs);
    setContent(merged);
    setDiffering(valueDifferences(place, theirs.content, merged(latest.current)));
  };
  const refuse = async (error: unknown): Promise<void> => {
    const message = errorMessageOf(error, failed);
    const { faults: found } = error as Problem; // `errorMessageOf` rethrows everything else
    if (message === changedBySomeoneElse)
      await meet().catch((problem: unknown) => setRefusal(errorMessageOf(problem, failed)));
    else if (found.length > 0)
      setRefused(new Map(found.map((fault) => [fault.path.replace(/^content\./, ''), fault.message])));
    else setRefusal(message);
  };
  const submit = async (event?: BaseSyntheticEvent): Promise<void> => {
    event?.preventDefault();
    setAttempts((before) => before + 1);
    if (isFaulty || isSubmitting) return;
    setSubmitting(true);
    try {
      const next = await save(content, stored.version);
      start(next, content);
      saved(next, latest.current === content);
    } catch (error) {
      await refuse(error);
    } finally {
      setSubmitting(false);
    }
  };
  const listed = [...faults].map(([path, message]): FieldFault => ({ id: fieldId(path.split('.')), message }));
  const isDirty = !isSame(content, stored.content);
  const discard = (): void => start(stored, content);
  const state = { refusal, isSubmitting, attempts, submit, discard };
  return {
    content,
    change,
    bringBack,
    differing,
    faults,
    listed,
    isDirty,
    changes: isDirty ? 1 : 0,
    state,
    version: stored.version,
  };
}
