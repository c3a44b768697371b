import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

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
  const [lastUrlQuery, setLastUrlQuery] = useState(urlQuery);
  const [written, setWritten] = useState<string>(); // until the URL has it: the user may have typed on meanwhile
  if (lastUrlQuery !== urlQuery) {
    setLastUrlQuery(urlQuery);
    setWritten(undefined);
    if (urlQuery !== written) setText(urlQuery); // the URL changed in another way: by Back, Forward or a link
  }
  useEffect(() => {
    const query = text.trim();
    if (query === urlQuery) return;
    const timer = setTimeout(() => {
      setWritten(query);
      setParams(query === '' ? {} : { [name]: query }, { replace: true, preventScrollReset: true });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, urlQuery, setParams]);
  return { text, type: setText };
}
