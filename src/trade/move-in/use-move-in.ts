import { useCallback, useEffect, useMemo, useState } from 'react';
import type { InputOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { readStored, store } from '#storefront/cart/session-storage.ts';
import type { columnsOf } from '#ui/upload/use-file-import.ts';
import { readAsDataUrl } from '#ui/upload/uploads.ts';
import type { matchFormerLines, rememberFormerCodes } from './contract.ts';
import {
  type Decision,
  type Decisions,
  type Quantities,
  quantityOf,
  type ShownFile,
  type ShownItem,
  type ShownLine,
  stateOf,
  takenItems,
} from './decisions.ts';
import { formerSentences as sentences, largestFormerFile } from './sentences.ts';

export type FormerInput = InputOf<typeof matchFormerLines>['body'];
export type Confirmed = InputOf<typeof rememberFormerCodes>['body']['matches'];

export type Filter = 'all' | Decision['kind'];

/** A matched file, and what was sent to match it. */
interface Matched {
  input: FormerInput;
  file: ShownFile;
}

/** A matched file with what the reader has decided, which the browser keeps for a reload of the tab. */
function useStoredFile(siteId: string) {
  const [matched, setMatched] = useState<Matched>();
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const fileEntry = `move-in.${siteId}.file`;
  const decidedEntry = `move-in.${siteId}.decided`;
  useEffect(() => {
    const stored = readStored(fileEntry) as Matched | undefined; // written only below
    if (!stored) return;
    const decided = readStored(decidedEntry) as [[number, Decision][], [number, string][]] | undefined;
    setMatched(stored);
    setDecisions(new Map(decided?.[0]));
    setQuantities(new Map(decided?.[1]));
  }, [fileEntry, decidedEntry]);
  useEffect(() => {
    if (matched) store(decidedEntry, [[...decisions], [...quantities]]);
  }, [matched, decisions, quantities, decidedEntry]);
  /** Stored apart from the decisions, because it is large and does not change. */
  const keep = (next: Matched | undefined): void => {
    setMatched(next);
    store(fileEntry, next);
    if (!next) store(decidedEntry, undefined);
  };
  return { matched, decisions, setDecisions, quantities, setQuantities, keep };
}

/**
 * The lines of a former supplier for a site and what the reader has decided for each. The server stores nothing before the reader uses them; the browser
 * keeps them for a reload of the tab.
 */
export function useMoveIn(siteId: string, match: (body: FormerInput) => Promise<ShownFile>) {
  const { matched, decisions, setDecisions, quantities, setQuantities, keep } = useStoredFile(siteId);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const file = matched?.file;
  const items = useMemo(
    () => new Map<string, ShownItem>((file?.items ?? []).map((item) => [item.itemId, item])),
    [file],
  );

  const lookUp = async (input: FormerInput): Promise<void> => {
    const next = await match(input);
    const asRead = next.lines.map(
      ({ line, quantity, quantityText }) => [line, quantity === null ? quantityText : String(quantity)] as const,
    );
    setDecisions(new Map());
    setQuantities(new Map(asRead));
    keep({ input, file: next });
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    await work().catch((error: unknown) => setRefusal(errorMessageOf(error, sentences.match)));
    setBusy(false);
  };

  const lines = useMemo(() => file?.lines ?? [], [file]);
  const states = useMemo(
    () => new Map(lines.map((line) => [line.line, stateOf(line, decisions, items)])),
    [lines, decisions, items],
  );
  const decide = useCallback(
    (line: ShownLine, decision: Decision): void => {
      setDecisions((before) => new Map([...before, [line.line, decision]]));
    },
    [setDecisions],
  );
  const setQuantity = useCallback(
    (line: ShownLine, typed: string): void => setQuantities((before) => new Map([...before, [line.line, typed]])),
    [setQuantities],
  );
  const taken = lines.flatMap((line) => {
    const { kind, item } = states.get(line.line) ?? {};
    return kind === 'taken' && item ? [{ line, item, typed: quantities.get(line.line) ?? '' }] : [];
  });
  return {
    file,
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
    decide,
    setQuantity,
    /** Forgets the lines, to begin with others. */
    forget: () => keep(undefined),
    /** What is taken over, each item once. Throws `Problem` with a sentence if nothing is, or a quantity is wrong. */
    chosen: () => {
      const wrong = taken.filter(({ typed }) => quantityOf(typed) === undefined);
      if (wrong.length > 0)
        throw new Problem(400, `${sentences.quantity} See line ${wrong.map(({ line }) => line.line).join(', ')}.`);
      if (taken.length === 0) throw new Problem(400, 'Confirm at least one line first.');
      return takenItems(taken.map(({ item, typed }) => ({ item, quantity: quantityOf(typed) ?? null })));
    },
    confirmed: (): Confirmed =>
      taken.map(({ line: { code, description }, item }) => ({ code, description, itemId: item.itemId })),
  };
}

export type MoveInState = ReturnType<typeof useMoveIn>;
