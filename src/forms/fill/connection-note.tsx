import { Note } from '#ui/feedback/note.tsx';
import { useIsOffline, useIsServerUnreachable } from './use-offline.ts';

/** Tells the user that the connection or the server is down, and that they can continue. */
export function ConnectionNote() {
  const isOffline = useIsOffline();
  const isServerAway = useIsServerUnreachable();
  if (isOffline) {
    return (
      <Note isLive>
        <strong>You are offline.</strong> You can continue: your answers are saved on this device, and Submit sends them
        once you are back online.
      </Note>
    );
  }
  if (!isServerAway) return null;
  return (
    <Note isLive>
      <strong>Our site is not responding at the moment.</strong> This form was opened from your device. You can
      continue: your answers are saved here, and Submit sends them once the site responds again.
    </Note>
  );
}
