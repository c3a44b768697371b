import { useEffect, useState } from 'react';
import { storageMissing, useStorageSupport } from '../cart/browser-cart.ts';
import { Note } from '#ui/feedback/note.tsx';

/** Told once, at the first page of the shop that a visit without local storage opens; the shop itself still shows. */
export function StorageNotice() {
  const isSupported = useStorageSupport();
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(!isSupported), [isSupported]);
  if (!isShown) return null;
  return (
    <Note tone="warning" isLive>
      {storageMissing}
    </Note>
  );
}
