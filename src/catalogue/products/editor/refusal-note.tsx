import { changedMeanwhile } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';

interface RefusalNoteProps {
  /** Why nothing, or not all, was saved. */
  refusal: string | undefined;
  /** Why what somebody else has changed can't be shown. */
  failure: string | undefined;
  look: () => Promise<void>;
}

/** Why a tab could not be saved; what was typed stays. */
export function RefusalNote({ refusal, failure, look }: RefusalNoteProps) {
  return (
    <>
      {refusal && (
        <Note tone="danger" isLive>
          {refusal}
        </Note>
      )}
      {failure && (
        <Note tone="danger" isLive>
          {changedMeanwhile} {failure}{' '}
          <Button look="plain" size="small" onClick={() => void look()}>
            Retry
          </Button>
        </Note>
      )}
    </>
  );
}
