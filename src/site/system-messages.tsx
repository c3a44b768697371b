import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { usePublicSettings } from '#company/use-settings.ts';
import { Banner } from '#ui/feedback/banner.tsx';

/** What the administrators say to everyone, and that the site has been renewed while a page was open. */
export function SystemMessages() {
  const message = usePublicSettings()?.systemMessage;
  const isTouched = useTouched();
  const [stands, setStands] = useState(false);
  useEffect(() => setStands(true), []);
  return (
    <>
      {message && <Banner>{message}</Banner>}
      {stands && (
        <Suspense>
          <NewVersion isTouched={isTouched} />
        </Suspense>
      )}
    </>
  );
}

/** Comes once the page stands; without it nobody is told of newer pages, which is no reason to fail. */
const NewVersion = lazy(() =>
  import('./new-version.tsx').then(
    (file) => ({ default: file.NewVersion }),
    () => ({ default: () => null }),
  ),
);

/** Whether something was typed on this page. */
function useTouched(): boolean {
  const { pathname } = useLocation();
  const [touchedAt, setTouchedAt] = useState<string>();
  useEffect(() => {
    const touch = () => setTouchedAt(pathname);
    document.addEventListener('input', touch, true);
    return () => document.removeEventListener('input', touch, true);
  }, [pathname]);
  return touchedAt === pathname;
}
