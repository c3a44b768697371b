import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { buildVersion } from '#lib/api/build-version.ts';
import { AutoRefreshBanner, RefreshBanner } from '#ui/feedback/refresh-and-progress-banners.tsx';

interface NewVersionBannerProps {
  isTouched: boolean;
  /** Called with the sentence of maintenance mode, or null, each time the server has been asked. */
  onMaintenance(sentence: string | null): void;
}

/**
 * Refreshes the page after a countdown. If input would be lost, the page is refreshed only when the user chooses to.
 */
export function NewVersionBanner({ isTouched, onMaintenance }: NewVersionBannerProps) {
  const isNew = useNewVersion(onMaintenance);
  const isPaying = useLocation().pathname.startsWith('/shopping/checkout');
  const [isStopped, setStopped] = useState(false);
  if (!isNew) return null;
  const sentence = 'A new version of this site is available.';
  if (isTouched || isPaying || isStopped) return <RefreshBanner>{sentence}</RefreshBanner>;
  return <AutoRefreshBanner onStop={() => setStopped(true)}>{sentence}</AutoRefreshBanner>;
}

/** `/version.json`; a server of the former release sends no sentence. */
interface News {
  version: string;
  maintenance?: string | null;
}

const checkEveryMs = 5 * 60_000;

/** Whether the server has a newer version; checked periodically and when the user returns to the page. */
function useNewVersion(onMaintenance: (sentence: string | null) => void): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const check = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const answer = await fetch('/version.json', { cache: 'no-store' }).catch(() => undefined);
      if (!answer?.ok) return;
      const { version, maintenance = null } = (await answer.json()) as News;
      onMaintenance(maintenance);
      if (buildVersion() !== undefined && version !== buildVersion()) setNew(true);
    };
    const checkAgain = () => void check();
    const timer = setInterval(checkAgain, checkEveryMs);
    document.addEventListener('visibilitychange', checkAgain);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkAgain);
    };
  }, [onMaintenance]);
  return isNew;
}
