import { useCallback, useMemo, useState } from 'react';
import type { InputOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
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

/** The lines of a former supplier and what the reader has decided for each; nothing is stored before the reader uses them. */
export function useMoveIn(match: (body: FormerInput) => Promise<ShownFile>) {
  const [input, setInput] = useState<FormerInput>();
  const [file, setFile] = useState<ShownFile>();
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [quantities, setQuantities] = useState<Quantities>(new Map());
  const [found, setFound] = useState<readonly ShownItem[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const items = useMemo(
    () => new Map<string, ShownItem>([...(file?.items ?? []), ...found].map((item) => [item.itemId, item])),
    [file, found],
  );

  const lookUp = async (body: FormerInput): Promise<void> => {
    const matched = await match(body);
    setInput(body);
    setFile(matched);
    setDecisions(new Map());
    setQuantities(
      new Map(
        matched.lines.map(({ line, quantity, quantityText }) => [
          line,
          quantity === null ? quantityText : String(quantity),
        ]),
      ),
    );
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
  const decide = useCallback((line: ShownLine, decision: Decision): void => {
    if (decision.kind === 'taken') setFound((before) => [...before, decision.item]);
    setDecisions((before) => new Map([...before, [line.line, decision]]));
  }, []);
  const setQuantity = useCallback(
    (line: ShownLine, typed: string): void => setQuantities((before) => new Map([...before, [line.line, typed]])),
    [],
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
    matchColumns: (columns: ReturnType<typeof columnsOf>) => run(() => lookUp({ ...input, columns })),
    decide,
    setQuantity,
    again: () => setFile(undefined),
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
