import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Viewer } from '#lib/api/api-context.ts';
import { guardSession } from '#lib/api/session-guard.ts';

/** Loaded only when a session has ended. If it cannot be loaded, the call that needs the session fails. */
const load = () => import('./sign-in-again.tsx');
const SignInAgain = lazy(() => load().then((module) => ({ default: module.SignInAgain })));

/**
 * Rendered once for a signed-in member: when the session ends during an edit, it lets them sign in again in place and
 * continue.
 */
export function SessionRenewal({ viewer }: { viewer: Viewer }) {
  const { id: viewerId, email } = viewer;
  const [isOpen, setOpen] = useState(false);
  const pending = useRef<PromiseWithResolvers<boolean>>(undefined);
  const end = (isRenewed: boolean): void => {
    setOpen(false);
    pending.current?.resolve(isRenewed);
    pending.current = undefined;
  };
  useEffect(() => {
    const renew = async (): Promise<boolean> => {
      const renewal = (pending.current ??= Promise.withResolvers<boolean>());
      const hasCode = await load().then(
        () => true,
        () => false,
      );
      if (pending.current !== renewal) return renewal.promise;
      if (hasCode) setOpen(true);
      else {
        pending.current = undefined;
        renewal.resolve(false);
      }
      return renewal.promise;
    };
    return guardSession({ viewerId, renew });
  }, [viewerId]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <SignInAgain {...{ viewerId, email }} onEnd={end} />
    </Suspense>
  );
}
