import { useEffect, useState } from 'react';
import { storageMissing, useStorageSupport } from '../cart/browser-cart.ts';
import { Note } from '#ui/feedback/note.tsx';

/** Shown once per visit without local storage, on the first page of the shop. */
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
