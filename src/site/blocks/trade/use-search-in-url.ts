import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOtherChanges } from '#ui/use-other-changes.ts';

const name = 'search';
/** How long the user must stop typing before the URL is updated. */
const pauseMs = 300;

/**
 * The search query: read from the URL, updated as the user types, and written back so that the search can be shared.
 */
export function useSearchInUrl(): { text: string; type: (text: string) => void } {
  const [params, setParams] = useSearchParams();
  const urlQuery = params.get(name) ?? '';
  const [text, setText] = useState(urlQuery);
  const setWritten = useOtherChanges(urlQuery, () => setText(urlQuery));
  useEffect(() => {
    const query = text.trim();
    if (query === urlQuery) return;
    const timer = setTimeout(() => {
      setWritten(query);
      setParams(query === '' ? {} : { [name]: query }, { replace: true, preventScrollReset: true });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, urlQuery, setParams, setWritten]);
  return { text, type: setText };
}
