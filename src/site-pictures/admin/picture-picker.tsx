import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { Dialog, DialogBody } from '#ui/overlay/dialog.tsx';
import { SearchBox } from '#ui/table/table-toolbar.tsx';
import type { listPictures, Picture } from '../contract.ts';
import { PictureGrid } from './picture-grid.tsx';
import { ChoosePictures, DropPictures, UploadList } from './upload-queue.tsx';
import { useUploadQueue } from './use-upload-queue.ts';

interface PicturePickerProps {
  isOpen: boolean;
  onPick: (picture: Picture) => void;
  close: () => void;
}

/** A dialog for choosing a picture of the library, or for adding a new one, which is then chosen. */
export function PicturePicker({ isOpen, onPick, close }: PicturePickerProps) {
  return (
    <Dialog isOpen={isOpen} title="Choose a picture" width="wide" onClose={close}>
      <Choice onPick={onPick} />
    </Dialog>
  );
}

function Choice({ onPick }: Pick<PicturePickerProps, 'onPick'>) {
  const [search, setSearch] = useState('');
  const library = useLibrary(search);
  const queue = useUploadQueue(([first, ...others]) => {
    if (first && others.length === 0) onPick(first);
    else library.reload();
  });
  return (
    <DialogBody>
      <DropPictures queue={queue}>
        <UploadList queue={queue} />
        <section className={panel.panel} aria-label="pictures">
          <div className={panel.bar}>
            <SearchBox
              label="Search pictures"
              table={{ search, change: (changes) => setSearch(String(changes.search ?? '')) }}
            />
            <div className={panel.tools}>
              <ChoosePictures queue={queue} look="quiet" />
            </div>
          </div>
          {library.failure && (
            <Note tone="danger" isLive>
              {library.failure}{' '}
              <Button look="plain" size="small" onClick={library.reload}>
                Try again
              </Button>
            </Note>
          )}
          {!library.pictures && !library.failure && <Skeleton height="16rem" />}
          {library.pictures?.length === 0 && (
            <p className={panel.none}>{search ? `No pictures match “${search}”.` : 'The library is empty.'}</p>
          )}
          <PictureGrid
            pictures={library.pictures ?? []}
            wrap={(picture, tile) => (
              <button type="button" onClick={() => onPick(picture)}>
                {tile}
              </button>
            )}
          />
          {library.hasMore && (
            <footer className={panel.foot}>
              <Button look="quiet" size="small" onClick={library.showMore}>
                Show more
              </Button>
            </footer>
          )}
        </section>
      </DropPictures>
    </DialogBody>
  );
}

const pageSize = 24;

/** The pictures that match, page after page. While new ones are loading, the former ones stay. */
function useLibrary(search: string) {
  const [request, setRequest] = useState({ page: 1, attempt: 0, search });
  const [pictures, setPictures] = useState<readonly Picture[]>();
  const [hasMore, setMore] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (request.search !== search) setRequest({ ...request, page: 1, search });
  useEffect(() => {
    const abort = new AbortController();
    const { page } = request;
    const query = { page, pageSize, search: request.search };
    call<typeof listPictures>('GET /v1/site-pictures', { query }, { signal: abort.signal })
      .then((more) => {
        setPictures((before = []) => (page === 1 ? more : [...before, ...more]));
        setMore(more.length === pageSize);
        setFailure(undefined);
      })
      .catch((error: unknown) => {
        if (!abort.signal.aborted) setFailure(errorMessageOf(error, 'Unable to load the pictures.'));
      });
    return () => abort.abort();
  }, [request]);
  const again = (page: number): void => setRequest({ ...request, page, attempt: request.attempt + 1 });
  return { pictures, hasMore, failure, showMore: () => again(request.page + 1), reload: () => again(1) };
}
