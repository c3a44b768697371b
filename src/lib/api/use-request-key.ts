import { useRef } from 'react';
import { newId } from '#lib/uuid.ts';

/**
 * The Idempotency-Key of a request with a body: the same one for the same body, so that what is sent again because its response was lost
 * happens once. Another body gets another key.
 */
export function useRequestKey(): (body: unknown) => string {
  const sent = useRef<{ key: string; body: string }>(undefined);
  return (body) => {
    const text = JSON.stringify(body);
    if (sent.current?.body !== text) sent.current = { key: newId(), body: text };
    return sent.current.key;
  };
}
