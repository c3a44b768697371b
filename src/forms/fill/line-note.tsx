import { Note } from '#ui/feedback/note.tsx';
import { useIsOffline, useIsServerAway } from './use-offline.ts';

/** Says that there is no connection, or no server, and that one can go on. */
export function LineNote() {
  const isOffline = useIsOffline();
  const isServerAway = useIsServerAway();
  if (isOffline) {
    return (
      <Note isLive>
        <strong>You are offline.</strong> Go on: your answers are kept on this device, and Submit sends them once you
        are back online.
      </Note>
    );
  }
  if (!isServerAway) return null;
  return (
    <Note isLive>
      <strong>Our site did not answer just now.</strong> This form opened from your device. Go on: your answers are kept
      here, and Submit sends them once the site answers again.
    </Note>
  );
}
