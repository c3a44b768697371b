import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { newId } from '#lib/uuid.ts';
import { shortestAsked } from './address-values.ts';
import type { FoundParts, getAddress, Suggestion, suggestAddresses } from '../contract.ts';

/** Milliseconds of quiet after which what is typed is looked for. */
const typingPause = 150;

interface Suggestions {
  found: Suggestion[];
  /** What `found` is for; something else while that is still being looked for. */
  foundFor: string;
  /** The last look-up failed: the parts can still be typed. */
  isAway: boolean;
  /** The parts of a picked suggestion; null where they can't be had. */
  pick: (suggestion: Suggestion) => Promise<FoundParts | null>;
}

const nothing = { found: [] as Suggestion[], foundFor: '', isAway: false };

/** Looks for addresses while one types. What is typed until one is picked, and the picking, are one session of the provider. */
export function useSuggestions(typed: string): Suggestions {
  const [state, setState] = useState(nothing);
  const session = useRef<string>(undefined);
  const q = typed.trim();
  useEffect(() => {
    if (q.length < shortestAsked) return setState(nothing);
    const gone = new AbortController();
    const look = async (): Promise<void> => {
      session.current ??= newId();
      const query = { q, session: session.current };
      const { signal } = gone;
      const found = await call<typeof suggestAddresses>('GET /v1/addresses/suggest', { query }, { signal }).catch(
        () => null,
      );
      if (!signal.aborted) setState({ found: found ?? [], foundFor: q, isAway: found === null });
    };
    const timer = setTimeout(() => void look(), typingPause);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [q]);
  const pick: Suggestions['pick'] = ({ id }) => {
    const input = { params: { id }, query: { session: session.current } };
    session.current = undefined;
    return call<typeof getAddress>('GET /v1/addresses/{id}', input).catch(() => null);
  };
  return { ...state, pick };
}
