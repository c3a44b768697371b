import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { InputOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { useKnownViewer } from '#lib/api/root-data.ts';
import { dayOf } from '#lib/day.ts';
import type { columnsOf } from '#ui/upload/use-file-import.ts';
import { readAsDataUrl } from '#ui/upload/uploads.ts';
import { readInput, storeInput } from '../lists/browser-store.ts';
import type { rememberFormerCodes } from './contract.ts';
import { chosenItems, type Decision, type ShownFile, type ShownItem, stateOf, typedOf } from './decisions.ts';
import { fileEntry, type FormerInput, nothingDecided, useKeptFile } from './kept-file.ts';
import { formerSentences as sentences, largestFormerFile, mostFormerLines } from './sentences.ts';

export type Confirmed = InputOf<typeof rememberFormerCodes>['body']['matches'];

export type Filter = 'all' | Decision['kind'];

interface MoveInOptions {
  siteId: string;
  /** All sites that can be chosen on the page. */
  sites: readonly { id: string; name: string }[];
  match: (body: FormerInput) => Promise<ShownFile>;
  now: () => Date;
}

/**
 * The lines of a former supplier for a site and what the reader has decided for each. The server stores nothing before the reader uses them; the browser
 * keeps them for each person and site until they sign out.
 */
export function useMoveIn({ siteId, sites, match, now }: MoveInOptions) {
  const userId = useKnownViewer()?.id ?? '';
  const entry = fileEntry(userId, siteId);
  const textEntry = `${entry}.text`;
  const { matched, decided, keepFile, keep, isEmpty, ...kept } = useKeptFile(entry);
  const { decisions, quantities } = decided;
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const file = matched?.file;
  const items = useMemo(
    () => new Map<string, ShownItem>((file?.items ?? []).map((item) => [item.itemId, item])),
    [file],
  );

  /** Matches lines; what was decided stays for lines that stay as they are. */
  const lookUp = async (input: FormerInput): Promise<void> => {
    const chosen = [...decisions.values()].flatMap((one) => (one.kind === 'taken' ? one.item.itemId : []));
    const asked = { ...input, items: [...new Set(chosen)].slice(0, mostFormerLines) };
    const next = await match(asked);
    const at = now().toISOString();
    if (matched) keepFile({ input, file: next, at: matched.at, matchedAt: at });
    else keep({ input, file: next, at, matchedAt: at }, nothingDecided);
    storeInput(textEntry, '');
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    await work().catch((error: unknown) => setRefusal(errorMessageOf(error, sentences.match)));
    setBusy(false);
  };
  /** Matches lines of another day again, because prices may have changed. */
  const refresh = useEffectEvent(() => {
    if (matched && dayOf(new Date(matched.matchedAt)) !== dayOf(now())) void run(() => lookUp(matched.input));
  });
  const matchedAt = matched?.matchedAt;
  useEffect(() => refresh(), [matchedAt]);

  const lines = useMemo(() => file?.lines ?? [], [file]);
  const states = useMemo(
    () => new Map(lines.map((line) => [line.line, stateOf(line, decisions, items)])),
    [lines, decisions, items],
  );
  const taken = lines.flatMap((line) => {
    const { kind, item } = states.get(line.line) ?? {};
    return kind === 'taken' && item ? [{ line, item, typed: typedOf(line, quantities) }] : [];
  });
  return {
    ...kept,
    file,
    /** When the lines were brought in; ISO. */
    at: matched?.at,
    isLoaded: matched !== undefined,
    textEntry,
    /** Other sites for which the browser keeps lines. */
    others: matched === null ? sites.filter(({ id }) => id !== siteId && readInput(fileEntry(userId, id)) !== '') : [],
    items,
    states,
    quantities,
    refusal,
    isBusy,
    taken,
    count: (kind: Decision['kind']) => [...states.values()].filter((state) => state.kind === kind).length,
    matchText: (text: string) => run(() => lookUp({ text })),
    matchFile: (chosen: File) =>
      run(async () => {
        if (chosen.size > largestFormerFile) throw new Problem(413, sentences.tooLarge);
        await lookUp({ file: await readAsDataUrl(chosen) });
      }),
    matchColumns: (columns: ReturnType<typeof columnsOf>) => run(() => lookUp({ ...matched?.input, columns })),
    /** Forgets the lines, to begin with others; returns how to undo it, which says false if there are others already. */
    forget: (): (() => boolean) => {
      keep(null, nothingDecided);
      return () => {
        if (!matched || !isEmpty()) return false;
        keep(matched, decided);
        return true;
      };
    },
    chosen: () => chosenItems(taken),
    confirmed: (): Confirmed =>
      taken.map(({ line: { code, description }, item }) => ({ code, description, itemId: item.itemId })),
  };
}

export type MoveInState = ReturnType<typeof useMoveIn>;
