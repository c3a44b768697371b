import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from '../overlay/confirm.tsx';

/** Keeps what was typed and not saved from being lost on the way to another page; closing the tab is asked about too. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
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
      <p>What you changed on this page is not saved yet, and would be lost.</p>
    </Confirm>
  );
}
