import { useEffect, useRef } from 'react';
import { call } from '#lib/api/api.ts';
import type { readPicture } from '#site-pictures/contract.ts';
import { useFields } from './fields-context.ts';

/** Reads the pictures that the form does not know yet. Those that cannot be read stay unknown. */
export function usePictures(ids: readonly string[]): void {
  const { pictures, addPicture } = useFields();
  const add = useRef(addPicture);
  useEffect(() => {
    add.current = addPicture;
  });
  const unknown = ids.filter((id) => !pictures.has(id)).join();
  useEffect(() => {
    for (const id of unknown ? unknown.split(',') : [])
      call<typeof readPicture>('GET /v1/site-pictures/{id}', { params: { id }, query: { uses: 'false' } }).then(
        (read) => add.current(id, read.shown),
        () => {}, // the form works without showing the picture
      );
  }, [unknown]);
}
