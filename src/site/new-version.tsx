import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ownVersion } from '#lib/api/own-version.ts';
import { AutoRefreshBanner, RefreshBanner } from '#ui/feedback/banner-kinds.tsx';

/** A page refreshes itself where nothing typed would be lost; else its reader chooses when. */
export function NewVersion({ isTouched }: { isTouched: boolean }) {
  const isNew = useNewVersion();
  const isPaying = useLocation().pathname.startsWith('/shopping/checkout');
  const [isStopped, setStopped] = useState(false);
  if (!isNew) return null;
  const sentence = 'A new version of this site is available.';
  if (isTouched || isPaying || isStopped) return <RefreshBanner>{sentence}</RefreshBanner>;
  return <AutoRefreshBanner onStop={() => setStopped(true)}>{sentence}</AutoRefreshBanner>;
}

const lookEvery = 5 * 60_000; // milliseconds

/** Whether the server has newer pages: looked up from time to time, and when the reader comes back to the page. */
function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const look = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const answer = await fetch('/version.json', { cache: 'no-store' }).catch(() => undefined);
      if (!answer?.ok) return;
      const { version } = (await answer.json()) as { version: string }; // src/ssr.server.ts answers it
      if (ownVersion() !== undefined && version !== ownVersion()) setNew(true);
    };
    const again = () => void look();
    const timer = setInterval(again, lookEvery);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
  return isNew;
}
