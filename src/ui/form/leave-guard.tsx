import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from '../overlay/confirm.tsx';

const lost = 'Your changes on this page have not been saved and will be lost.';

/** Asks before the user leaves the page or closes the tab and loses unsaved input. */
export function LeaveGuard({ isDirty, about = lost }: { isDirty: boolean; about?: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const preventUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [isDirty]);
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      title="Leave without saving?"
      confirm="Leave"
      cancel="Stay"
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      <p>{about}</p>
    </Confirm>
  );
}
