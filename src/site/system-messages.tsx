import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { usePublicSettings } from '#company/use-settings.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import type { NewVersionBanner } from './new-version-banner.tsx';

/** Maintenance mode, the message that administrators have set, and a banner when a new version of the site is available. */
export function SystemMessages() {
  const settings = usePublicSettings();
  const [maintenance, setMaintenance] = useState(settings?.maintenance);
  useEffect(() => setMaintenance(settings?.maintenance), [settings]);
  const isTouched = useIsTouched();
  const [NewVersion, setNewVersion] = useState<typeof NewVersionBanner>();
  useEffect(() => {
    import('./new-version-banner.tsx').then(
      (file) => setNewVersion(() => file.NewVersionBanner),
      () => {}, // then there is no banner
    );
  }, []);
  return (
    <>
      {maintenance && <Banner>{maintenance}</Banner>}
      {settings?.systemMessage && <Banner>{settings.systemMessage}</Banner>}
      {NewVersion && <NewVersion isTouched={isTouched} onMaintenance={setMaintenance} />}
    </>
  );
}

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
