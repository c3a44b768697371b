import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { newId } from '#lib/uuid.ts';
import { minQueryLength } from './address-values.ts';
import type { ResolvedAddress, getAddress, Suggestion, suggestAddresses } from '../contract.ts';

/** Milliseconds without typing before a query is sent. */
const typingPause = 150;

interface Suggestions {
  found: Suggestion[];
  /** The query that `found` answers. It differs from the typed one until the response arrives. */
  foundFor: string;
  /** The last query failed; the parts can still be entered. */
  isUnavailable: boolean;
  /** Fetches the parts of a picked suggestion; null if that fails. */
  pick: (suggestion: Suggestion) => Promise<ResolvedAddress | null>;
}

const noSuggestions = { found: [] as Suggestion[], foundFor: '', isUnavailable: false };

/**
 * Fetches suggestions while the user types. All queries until a suggestion is picked, and the request for that suggestion, have the
 * same session id.
 */
export function useAddressSuggestions(typed: string): Suggestions {
  const [state, setState] = useState(noSuggestions);
  const session = useRef<string>(undefined);
  const q = typed.trim();
  useEffect(() => {
    if (q.length < minQueryLength) return setState(noSuggestions);
    const aborter = new AbortController();
    const sendQuery = async (): Promise<void> => {
      session.current ??= newId();
      const query = { q, session: session.current };
      const { signal } = aborter;
      const found = await call<typeof suggestAddresses>('GET /v1/addresses/suggest', { query }, { signal }).catch(
        () => null,
      );
      if (!signal.aborted) setState({ found: found ?? [], foundFor: q, isUnavailable: found === null });
    };
    const timer = setTimeout(() => void sendQuery(), typingPause);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [q]);
  const pick: Suggestions['pick'] = ({ id }) => {
    const input = { params: { id }, query: { session: session.current } };
    session.current = undefined;
    return call<typeof getAddress>('GET /v1/addresses/{id}', input).catch(() => null);
  };
  return { ...state, pick };
}
