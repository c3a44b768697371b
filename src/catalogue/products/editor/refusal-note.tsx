import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';

interface RefusalNoteProps {
  /** Why some or all changes were not saved. */
  refusal: string | undefined;
  /** Why another user's version could not be read. */
  failure: string | undefined;
  retry: () => Promise<void>;
}

export function RefusalNote({ refusal, failure, retry }: RefusalNoteProps) {
  return (
    <>
      <Refusal>{refusal}</Refusal>
      {failure && (
        <Note tone="danger" isLive>
          {changedBySomeoneElse} {failure}{' '}
          <Button look="plain" size="small" onClick={() => void retry()}>
            Retry
          </Button>
        </Note>
      )}
    </>
  );
}
