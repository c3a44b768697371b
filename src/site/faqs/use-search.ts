import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const name = 'search';
/** Typing rests this long before the address tells what is looked for. */
const restMs = 300;

/** What is looked for: read from the address, followed as it is typed, and written back so that it can be sent on. */
export function useSearch(): { text: string; type: (text: string) => void } {
  const [params, setParams] = useSearchParams();
  const told = params.get(name) ?? '';
  const [text, setText] = useState(told);
  const [seen, setSeen] = useState(told);
  if (seen !== told) {
    // The address changed by itself: back, forward, a link.
    setSeen(told);
    if (text.trim() !== told) setText(told);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === told) return;
    const timer = setTimeout(() => {
      setParams(wanted === '' ? {} : { [name]: wanted }, { replace: true, preventScrollReset: true });
    }, restMs);
    return () => clearTimeout(timer);
  }, [text, told, setParams]);
  return { text, type: setText };
}
