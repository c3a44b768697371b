import { useCallback, useEffect, useRef, useState } from 'react';
import type { InputOf } from '#lib/api/endpoint.ts';
import { storageEvents, windowEvents } from '#lib/window-events.ts';
import { readInput, storeInput } from '../lists/browser-store.ts';
import type { matchFormerLines } from './contract.ts';
import {
  type Decision,
  type Decisions,
  lineKey,
  type Quantities,
  type ShownFile,
  type ShownLine,
} from './decisions.ts';

export type FormerInput = InputOf<typeof matchFormerLines>['body'];

/** A matched file, and what was sent to match it. */
export interface Matched {
  input: FormerInput;
  file: ShownFile;
  /** When the lines were brought in; ISO. */
  at: string;
  /** When they were last matched, at the prices of that moment; ISO. */
  matchedAt: string;
}

export interface Decided {
  decisions: Decisions;
  quantities: Quantities;
}
export const nothingDecided: Decided = { decisions: new Map(), quantities: new Map() };

/** Increase it when the shape of what is kept changes: what an older version has kept is not read then. */
const shape = 1;

/** Where the browser keeps the lines of a person for a site. Signing out clears the whole local storage. */
export const fileEntry = (userId: string, siteId: string): string => `shop.move-in.${userId}.${siteId}`;

/** A matched file with what the reader has decided, as the browser keeps it: for a reload, for other tabs and for later. */
export function useKeptFile(entry: string) {
  /** Undefined until the storage is read, null for none. */
  const [matched, setMatched] = useState<Matched | null>();
  const [decided, setDecided] = useState(nothingDecided);
  const [isKept, setKept] = useState(true);
  const last = useRef({ file: '', decided: '' });
  const decidedEntry = `${entry}.decided`;
  useEffect(() => {
    const load = (): void => {
      const [file, text] = [readInput(entry), readInput(decidedEntry)];
      if (file !== last.current.file || file === '') setMatched(parseFile(file));
      if (text !== last.current.decided) setDecided(parseDecided(text));
      last.current = { file, decided: text };
    };
    load();
    return windowEvents(...storageEvents)(load);
  }, [entry, decidedEntry]);
  useEffect(() => {
    if (!matched) return;
    const text = textOf(decided);
    if (text === last.current.decided) return;
    last.current.decided = text;
    storeInput(decidedEntry, text);
  }, [matched, decided, decidedEntry]);
  /** Keeps a file, stored apart from the decisions, because it is large and seldom changes. */
  const keepFile = (next: Matched | null): void => {
    last.current.file = next ? JSON.stringify({ shape, ...next }) : '';
    setMatched(next);
    setKept(storeInput(entry, last.current.file));
  };
  /** Keeps a file and what is decided for it, which null removes. */
  const keep = (next: Matched | null, by: Decided): void => {
    keepFile(next);
    last.current.decided = next ? textOf(by) : '';
    setDecided(by);
    storeInput(decidedEntry, last.current.decided);
  };
  return {
    matched,
    decided,
    isKept,
    keepFile,
    keep,
    isEmpty: () => readInput(entry) === '',
    ...useDeciding(setDecided),
  };
}

function useDeciding(change: (to: (now: Decided) => Decided) => void) {
  const decideAll = useCallback(
    (made: ReadonlyMap<string, Decision>): void =>
      change((now) => ({ ...now, decisions: new Map([...now.decisions, ...made]) })),
    [change],
  );
  return {
    decide: useCallback(
      (line: ShownLine, decision: Decision): void => decideAll(new Map([[lineKey(line), decision]])),
      [decideAll],
    ),
    /** Decides for lines that are to be confirmed; returns how to undo it. */
    decideOpen: (made: ReadonlyMap<string, Decision>): (() => void) => {
      decideAll(made);
      return () => decideAll(new Map([...made.keys()].map((key) => [key, { kind: 'open' }])));
    },
    setQuantity: useCallback(
      (line: ShownLine, typed: string): void =>
        change((now) => ({ ...now, quantities: new Map([...now.quantities, [lineKey(line), typed]]) })),
      [change],
    ),
  };
}

function parseFile(text: string): Matched | null {
  const kept = parse(text) as (Matched & { shape: number }) | undefined; // written only above
  return kept?.shape === shape ? kept : null;
}

const textOf = ({ decisions, quantities }: Decided): string => JSON.stringify([[...decisions], [...quantities]]);

function parseDecided(text: string): Decided {
  const kept = parse(text) as [[string, Decision][], [string, string][]] | undefined; // written only above
  return kept ? { decisions: new Map(kept[0]), quantities: new Map(kept[1]) } : nothingDecided;
}

function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
