import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Viewer } from '#lib/api/api-context.ts';
import { guardSession } from '#lib/api/session.ts';

/** Comes once a session has ended; where it does not come, the call fails as it would without it. */
const load = () => import('./sign-in-again.tsx');
const SignInAgain = lazy(() => load().then((module) => ({ default: module.SignInAgain })));

/** Once in a page that a member has opened: where their session ends during an edit, they sign in in place and the edit goes on. */
export function SessionKeeper({ viewer }: { viewer: Viewer }) {
  const { id: viewerId, email } = viewer;
  const [isAsking, setAsking] = useState(false);
  const offer = useRef<PromiseWithResolvers<boolean>>(undefined);
  const end = (isRenewed: boolean): void => {
    setAsking(false);
    offer.current?.resolve(isRenewed);
    offer.current = undefined;
  };
  useEffect(() => {
    const renew = async (): Promise<boolean> => {
      const asked = (offer.current ??= Promise.withResolvers<boolean>());
      const hasCode = await load().then(
        () => true,
        () => false,
      );
      if (offer.current !== asked) return asked.promise;
      if (hasCode) setAsking(true);
      else {
        offer.current = undefined;
        asked.resolve(false);
      }
      return asked.promise;
    };
    return guardSession({ viewerId, renew });
  }, [viewerId]);
  if (!isAsking) return null;
  return (
    <Suspense>
      <SignInAgain {...{ viewerId, email }} onEnd={end} />
    </Suspense>
  );
}
