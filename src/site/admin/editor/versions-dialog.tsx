import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { SelectField } from '#ui/form/field.tsx';
import type { PageContent } from '../../content/page-content.ts';
import type { listVersions, readVersion, restoreVersion, VersionInfo } from '../contract.ts';
import { ContentDifferences } from '../fields/content-differences.tsx';
import { contentDifferences } from './merge-content.ts';
import type { Editor } from './use-editor.ts';
import styles from './versions-dialog.module.css';

const failed = 'Unable to read the versions.';

type Version = VersionInfo & { content: PageContent };

/** The published versions of the page. Each can be compared with the draft or another version, and can become the draft again. */
export function VersionsDialog({ editor, close }: { editor: Editor; close: () => void }) {
  const { page } = editor;
  const [versions, setVersions] = useState<readonly VersionInfo[]>();
  const [chosen, setChosen] = useState<Version>();
  const [other, setOther] = useState<Version>();
  const [failure, setFailure] = useState<string>();
  const show = (number: number, found: (version: Version) => void): void =>
    void call<typeof readVersion>('GET /v1/site/pages/{id}/versions/{number}', {
      params: { id: page.id, number },
    }).then(found, (error: unknown) => setFailure(errorMessageOf(error, failed)));
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
      { replacesDraft: true },
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
                <button type="button" aria-pressed={chosen?.number === number} onClick={() => show(number, setChosen)}>
                  <b>Version {number}</b>
                  <span>
                    {formatInstant(new Date(publishedDate))}, {author}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {chosen && versions && (
            <div className={styles.comparison}>
              <SelectField
                label={`Compare version ${chosen.number} with`}
                value={other?.number ?? ''}
                onChange={({ target: { value } }) =>
                  value === '' ? setOther(undefined) : show(Number(value), setOther)
                }
                choices={versions
                  .filter(({ number }) => number !== chosen.number)
                  .map(({ number }) => ({ value: String(number), label: `Version ${number}` }))}
              >
                <option value="">The draft</option>
              </SelectField>
              <div aria-live="polite">
                <Comparison
                  chosen={chosen}
                  other={other?.number === chosen.number ? undefined : other}
                  draft={editor.content}
                />
              </div>
            </div>
          )}
        </div>
      </DialogBody>
      <DialogFoot close={close} closeLabel="Close">
        {chosen && (
          <Button size="small" isBusy={editor.isBusy} onClick={() => void restore(chosen.number)}>
            Restore version {chosen.number} as draft
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

interface ComparisonProps {
  chosen: Version;
  /** Undefined for the draft. */
  other: Version | undefined;
  draft: PageContent;
}

function Comparison({ chosen, other, draft }: ComparisonProps) {
  const name = other ? `Version ${other.number}` : 'The draft';
  const differing = contentDifferences(chosen.content, other?.content ?? draft);
  if (differing.length === 0) return <p>{name} is the same.</p>;
  return <ContentDifferences differing={differing} theirs={`Version ${chosen.number}`} mine={name} />;
}
