import { useState } from 'react';

/**
 * For input that follows the URL and is written to it: calls `follow`, while rendering, when `value` has changed in another way (Back, a
 * link) than by this component. Returns the function by which the component says what it is about to write: what is entered until then stays.
 */
export function useOtherChanges(value: string, follow: () => void): (written: string) => void {
  const [seen, setSeen] = useState(value);
  const [written, setWritten] = useState<string>();
  if (seen !== value) {
    setSeen(value);
    setWritten(undefined);
    if (value !== written) follow();
  }
  return setWritten;
}
