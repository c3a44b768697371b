import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { Differences } from '#ui/overlay/field-differences.tsx';
import type { PageContent } from '../../content/page-content.ts';
import type { listVersions, readVersion, restoreVersion, VersionInfo } from '../contract.ts';
import { contentDifferences } from './merge-content.ts';
import type { Editor } from './use-editor.ts';
import styles from './versions-dialog.module.css';

const failed = 'Unable to read the versions.';

/** The published versions of the page: each is compared with the draft, and can be the draft again. */
export function VersionsDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const { page } = editor;
  const [versions, setVersions] = useState<readonly VersionInfo[]>();
  const [chosen, setChosen] = useState<VersionInfo & { content: PageContent }>();
  const [failure, setFailure] = useState<string>();
  const show = (number: number): void =>
    void call<typeof readVersion>('GET /v1/site/pages/{id}/versions/{number}', {
      params: { id: page.id, number },
    }).then(setChosen, (error: unknown) => setFailure(errorMessageOf(error, failed)));
  useEffect(() => {
    call<typeof listVersions>('GET /v1/site/pages/{id}/versions', { params: { id: page.id } }).then(
      setVersions,
      (error: unknown) => setFailure(errorMessageOf(error, failed)),
    );
  }, [page.id]);
  const restore = async (number: number): Promise<void> => {
    const isDone = await editor.act(
      ({ id, version }) =>
        call<typeof restoreVersion>('POST /v1/site/pages/{id}/versions/{number}/restore', {
          params: { id, number },
          body: { version },
        }),
      `The draft is version ${number} again. Publish it to show it to visitors.`,
    );
    if (isDone) close();
  };
  return (
    <Dialog isOpen title="Versions" about="Every version that was published." width="wide" onClose={close}>
      <DialogBody>
        {failure && (
          <Note tone="danger" isLive>
            {failure}
          </Note>
        )}
        {!versions && !failure && <Skeleton height="8rem" />}
        {versions?.length === 0 && <p>The page has not been published yet.</p>}
        <div className={styles.versions}>
          <ol>
            {versions?.map(({ number, publishedDate, author }) => (
              <li key={number}>
                <button type="button" aria-pressed={chosen?.number === number} onClick={() => show(number)}>
                  <b>Version {number}</b>
                  <span>
                    {formatInstant(new Date(publishedDate))}, {author}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <div aria-live="polite">{chosen && <Comparison chosen={chosen} draft={editor.content} />}</div>
        </div>
      </DialogBody>
      <DialogFoot close={close} closeLabel="Close">
        {chosen && (
          <Button size="small" onClick={() => void restore(chosen.number)}>
            Restore version {chosen.number} as draft
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function Comparison({ chosen, draft }: { chosen: VersionInfo & { content: PageContent }; draft: PageContent }) {
  const differences = contentDifferences(chosen.content, draft);
  if (differences.length === 0) return <p>It is the same as the draft.</p>;
  return <Differences differences={differences} theirs={`Version ${chosen.number}`} mine="The draft" />;
}
