import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { usePublicSettings } from '#company/use-settings.ts';
import { Banner } from '#ui/feedback/banner.tsx';

/** Maintenance mode, the message that administrators have set, and a banner when a new version of the site is available. */
export function SystemMessages() {
  const settings = usePublicSettings();
  const [maintenance, setMaintenance] = useState(settings?.maintenance);
  useEffect(() => setMaintenance(settings?.maintenance), [settings]);
  const isTouched = useIsTouched();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <>
      {maintenance && <Banner>{maintenance}</Banner>}
      {settings?.systemMessage && <Banner>{settings.systemMessage}</Banner>}
      {isHydrated && (
        <Suspense>
          <NewVersionBanner isTouched={isTouched} onMaintenance={setMaintenance} />
        </Suspense>
      )}
    </>
  );
}

/** Loaded after hydration; if it cannot be loaded, there is no banner. */
const NewVersionBanner = lazy(() =>
  import('./new-version-banner.tsx').then(
    (file) => ({ default: file.NewVersionBanner }),
    () => ({ default: () => null }),
  ),
);

/** Whether the user has entered anything on this page. */
function useIsTouched(): boolean {
  const { pathname } = useLocation();
  const [touchedAt, setTouchedAt] = useState<string>();
  useEffect(() => {
    const touch = () => setTouchedAt(pathname);
    document.addEventListener('input', touch, true);
    return () => document.removeEventListener('input', touch, true);
  }, [pathname]);
  return touchedAt === pathname;
}
