import { type BaseSyntheticEvent, useState } from 'react';
import type { z } from 'zod';
import { errorMessageOf, type Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import type { FieldFault } from '#ui/form/field-fault.ts';
import type { Difference } from '#ui/overlay/field-differences.tsx';
import { isSame, valueDifferences } from './differences.ts';
import { fieldId, type Path } from './fields-context.ts';
import { valueAt } from './value-at.ts';

interface Versioned<Content> {
  content: Content;
  version: number;
}

interface ContentFormOptions<Content> {
  shape: z.ZodType;
  stored: Versioned<Content>;
  /** The names on the way to the fields, for their words. */
  names: readonly string[];
  read: () => Promise<Versioned<Content>>;
  save: (content: Content, version: number) => Promise<Versioned<Content>>;
  saved: () => void;
  failed: string;
}

/** A form of content that is saved as a whole, as `PageFormFrame` shows it. */
export function useContentForm<Content extends object>(options: ContentFormOptions<Content>) {
  const { shape, stored: first, names, read, save, saved, failed } = options;
  const [stored, setStored] = useState(first);
  const [content, setContent] = useState(first.content);
  const [attempts, setAttempts] = useState(0);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [refusal, setRefusal] = useState<string>();
  const [differences, setDifferences] = useState<readonly Difference[]>();
  const [isSubmitting, setSubmitting] = useState(false);
  const issues = shape.safeParse(content).error?.issues ?? [];
  const own = new Map(issues.map(({ path, message }) => [path.join('.'), message]));
  const faults = attempts > 0 ? new Map([...refused, ...own]) : refused;
  const change = (path: Path, value: unknown): void => {
    setContent((before) => valueAt(before, path, value) as Content); // fields change what their shape describes
    setRefused(new Map());
  };
  const start = (next: Versioned<Content>): void => {
    setStored(next);
    setContent(next.content);
    setAttempts(0);
    setRefused(new Map());
    setRefusal(undefined);
    setDifferences(undefined);
  };
  const refuse = async (error: unknown): Promise<void> => {
    const message = errorMessageOf(error, failed);
    const { faults: found } = error as Problem; // `errorMessageOf` rethrows others
    if (message === changedBySomeoneElse) {
      const latest = await read();
      setStored(latest);
      setDifferences(valueDifferences([], names, [latest.content, content]));
    } else if (found.length > 0)
      setRefused(new Map(found.map((fault) => [fault.path.replace(/^content\./, ''), fault.message])));
    else setRefusal(message);
  };
  const submit = async (event?: BaseSyntheticEvent): Promise<void> => {
    event?.preventDefault();
    setAttempts((before) => before + 1);
    if (own.size > 0 || isSubmitting) return;
    setSubmitting(true);
    try {
      start(await save(content, stored.version));
      saved();
    } catch (error) {
      await refuse(error);
    } finally {
      setSubmitting(false);
    }
  };
  const listed = [...faults].map(([path, message]): FieldFault => ({ id: fieldId(path.split('.')), message }));
  const isDirty = !isSame(content, stored.content);
  const discard = (): void => start(stored);
  const state = { refusal, differences, isSubmitting, attempts, submit, discard };
  return { content, change, faults, listed, isDirty, changes: isDirty ? 1 : 0, state, version: stored.version };
}
