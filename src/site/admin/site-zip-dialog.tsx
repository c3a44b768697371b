import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { download } from '#lib/api/download.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { uploadWithProgress } from '#lib/api/upload.ts';
import { Button } from '#ui/button/button.tsx';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { DownloadIcon } from '#ui/icons/back-office-icons.tsx';
import { UploadIcon } from '#ui/icons/icons.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { Uploader } from '#ui/upload/uploader.tsx';
import { isRefused, type Upload } from '#ui/upload/uploads.ts';
import { folderSentences, kindWords, largestZip, type SiteChange, type SiteImport } from '../folder/contract.ts';
import styles from './site-zip-dialog.module.css';

const address = '/v1/site/folder';
const rules = { minSize: 0, maxSize: largestZip, maxFiles: 1, types: ['.zip'] };

/** Buttons that download the site as a zip, and bring one in. */
export function SiteZipButtons() {
  const [isOpen, setOpen] = useState(false);
  const { attempt, isBusy } = useAttempt();
  const get = () => attempt(() => download(address), 'Unable to download the site.');
  return (
    <>
      <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void get()}>
        <DownloadIcon />
        Download the site
      </Button>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        <UploadIcon />
        Bring in a site
      </Button>
      {isOpen && <SiteZipDialog close={() => setOpen(false)} />}
    </>
  );
}

interface Progress {
  isTrial: boolean;
  /** The part that has been sent, 0 to 1; then the server reads the zip. */
  sent: number;
}

/** Runs a trial of a zip and shows what it would make, change and remove; then brings it in. */
function useSiteZip(done: () => void) {
  const [progress, setProgress] = useState<Progress>();
  const [trial, setTrial] = useState<SiteImport>();
  const [refusal, setRefusal] = useState<Pick<Problem, 'message' | 'faults'>>();
  const abort = useRef<AbortController>(null);
  const { revalidate } = useRevalidator();
  const send = async (file: File, query: { trial?: 'true'; seal?: string }): Promise<SiteImport | undefined> => {
    const { signal } = (abort.current = new AbortController());
    const isTrial = query.trial === 'true';
    setProgress({ isTrial, sent: 0 });
    setRefusal(undefined);
    try {
      const headers = { 'content-type': 'application/zip', accept: 'application/json' };
      const onProgress = (sent: number): void => setProgress({ isTrial, sent });
      const answer = await uploadWithProgress(urlOf(address, { query }), { headers, body: file, onProgress, signal });
      return answer as SiteImport; // the server encoded it with this shape
    } catch (error) {
      setTrial(undefined);
      const message = errorMessageOf(error, folderSentences.failed);
      if (!signal.aborted) setRefusal({ message, faults: error instanceof Problem ? error.faults : [] });
      return undefined;
    } finally {
      setProgress(undefined);
    }
  };
  const tryOut = async (file: File): Promise<void> => setTrial(await send(file, { trial: 'true' }));
  const bringIn = async (file: File, seal: string): Promise<void> => {
    if (!(await send(file, { seal }))) return;
    notify({ text: 'The site has been brought in, and visitors see it.' });
    await revalidate();
    done();
  };
  const reset = (): void => {
    abort.current?.abort();
    setTrial(undefined);
    setRefusal(undefined);
  };
  return { progress, trial, refusal, tryOut, bringIn, reset };
}

function SiteZipDialog({ close }: { close: () => void }) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const { progress, trial, refusal, tryOut, bringIn, reset } = useSiteZip(close);
  const upload = uploads.find((one) => !isRefused(one));
  const file = upload?.file;
  const leave = (): void => {
    reset();
    close();
  };
  const choose = (change: (uploads: readonly Upload[]) => Upload[]): void => {
    const changed = change(uploads);
    setUploads(changed);
    reset();
    const chosen = changed.find((one) => !isRefused(one))?.file;
    if (chosen) void tryOut(chosen);
  };
  const hasChanges = trial !== undefined && trial.changes.length > 0;
  return (
    <Dialog
      isOpen
      title="Bring in a site"
      about="Replaces pages, lists and menus with those of a zip file, all or nothing. You see what would change first."
      width="wide"
      onClose={leave}
    >
      <DialogBody>
        <Uploader
          label="Zip of a site"
          about="A zip that was downloaded here, or a zipped folder with the same structure."
          rules={rules}
          value={progress && upload ? [{ ...upload, progress: progress.sent }] : uploads}
          onChange={choose}
        />
        <div className={styles.report}>
          <p role="status" className={styles.muted}>
            {progress && progressText(progress)}
          </p>
          {progress?.sent === 1 && <progress aria-label={progressText(progress)} />}
          {refusal && <Refusal>{refusal.message}</Refusal>}
          {refusal && refusal.faults.length > 0 && <Faults faults={refusal.faults} />}
          {trial && !hasChanges && <Note isLive>The site is already like this. There is nothing to bring in.</Note>}
          {hasChanges && <Changes changes={trial.changes} />}
        </div>
      </DialogBody>
      <DialogFoot
        close={leave}
        note={hasChanges && 'Visitors see it at once. Drafts stay, and removed pages can be restored from the list.'}
      >
        {file && refusal?.faults.length === 0 && !progress && (
          <Button size="small" look="quiet" onClick={() => void tryOut(file)}>
            Try again
          </Button>
        )}
        {file && hasChanges && (
          <Button size="small" isBusy={progress !== undefined} onClick={() => void bringIn(file, trial.seal)}>
            Bring it in
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}

function progressText({ sent, isTrial }: Progress): string {
  if (sent < 1) return 'Sending the zip.';
  return isTrial ? 'Comparing it with the site.' : 'Bringing it in.';
}

const Faults = ({ faults }: Pick<Problem, 'faults'>) => (
  <SimpleTable
    label="Faults"
    isFramed
    isSentences
    rows={faults.map((fault, key) => ({ ...fault, key }))}
    keyOf={({ key }) => key}
    columns={[
      { label: 'Where', isText: true, cell: ({ path }) => path },
      { label: 'What is wrong', isText: true, cell: ({ message }) => message },
    ]}
  />
);

const words: Record<SiteChange['change'], { word: string; tone: Tone }> = {
  added: { word: 'New', tone: 'success' },
  changed: { word: 'Changed', tone: 'info' },
  removed: { word: 'Removed', tone: 'warning' },
};

/** The order of changes: removals come first, because they matter most. */
const order: readonly SiteChange['change'][] = ['removed', 'changed', 'added'];

function Changes({ changes }: { changes: readonly SiteChange[] }) {
  const count = (change: SiteChange['change']): number => changes.filter((one) => one.change === change).length;
  const counts = `${count('added')} new, ${count('changed')} changed, ${count('removed')} removed.`;
  const rows = order.flatMap((change) => changes.filter((one) => one.change === change));
  return (
    <div className={styles.report}>
      <p role="status">{counts}</p>
      <SimpleTable
        label="What would change"
        isFramed
        rows={rows.map((row, key) => ({ ...row, key }))}
        keyOf={({ key }) => key}
        columns={[
          { label: 'What', cell: ({ name }) => name, about: ({ note }) => note },
          { label: 'Kind', isText: true, cell: ({ kind }) => kindWords[kind] },
          {
            label: 'Change',
            isText: true,
            cell: ({ change }) => <Badge tone={words[change].tone}>{words[change].word}</Badge>,
          },
        ]}
      />
    </div>
  );
}
