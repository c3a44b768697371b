import { Suspense } from 'react';
import { useNavigation, useRevalidator, useSearchParams } from 'react-router';
import { Link } from '#ui/link.tsx';
import { api, requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { type RowsOrPromise, tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { PictureIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { Pagination, rangeText } from '#ui/layout/pagination.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { EmptyTable, LoadFailure } from '#ui/table/empty-or-failed-table.tsx';
import { SearchBox } from '#ui/table/table-toolbar.tsx';
import { useLoadedRows } from '#ui/table/use-loaded-rows.ts';
import { listPictures, type Picture, readPicture, type removePicture, type restorePicture } from '../../contract.ts';
import { PictureDialog } from '../picture-dialog.tsx';
import { PictureGrid } from '../picture-grid.tsx';
import { ChoosePictures, DropPictures, UploadList } from '../upload-queue.tsx';
import { type UploadQueue, useUploadQueue } from '../use-upload-queue.ts';
import type { Route } from './+types/pictures';

export const handle = { crumb: 'Pictures' };

export const meta = backOfficeMeta('Pictures');

const pageSize = 48;
const otherwise = 'Unable to load the pictures.';

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageSite');
  const list = new URL(url);
  const id = url.searchParams.get('picture');
  list.searchParams.delete('picture');
  const table = tableRowsOrPromise(context, listPictures, { url: list, otherwise, usualSize: pageSize });
  const opened = id === null ? null : api(context)(readPicture, { params: { id } }).catch(nullIfGone);
  return { table: await table, opened: await opened };
}

/** Null for a picture that has been removed, so that a link to it shows the library. */
function nullIfGone(error: unknown): null {
  if (error instanceof Problem && error.status === 404) return null;
  throw error;
}

/** The query with some values changed. */
function withChanges(before: URLSearchParams, changes: Record<string, string | undefined>): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    after.delete(name);
    if (value !== undefined) after.set(name, value);
  }
  return after;
}

/** The library of pictures that pages of the site show. */
export default function Pictures({ loaderData: { table, opened } }: Route.ComponentProps) {
  const [query, setQuery] = useSearchParams();
  const { revalidate } = useRevalidator();
  const queue = useUploadQueue(({ length }) => {
    notify({ text: length === 1 ? 'The picture has been added.' : `${length} pictures have been added.` });
    void revalidate();
  });
  const change = (changes: Record<string, string | undefined>): void =>
    setQuery((before) => withChanges(before, changes), { preventScrollReset: true });
  const close = (): void => change({ picture: undefined });
  return (
    <>
      <PageHead title="Pictures" actions={<ChoosePictures queue={queue} />}>
        The pictures that pages of your site show. Drop or paste files anywhere to add them.
      </PageHead>
      <LeaveGuard isDirty={queue.chosen.length > 0} />
      <DropPictures queue={queue}>
        <UploadList queue={queue} />
        <section className={panel.panel} aria-label="pictures">
          <div className={panel.bar}>
            <SearchBox
              label="Search pictures"
              table={{
                search: query.get('search') ?? '',
                change: ({ search }) =>
                  change({ page: undefined, search: search === undefined ? search : String(search) }),
              }}
            />
          </div>
          <Suspense fallback={<Skeleton height="24rem" />}>
            <Library table={table} queue={queue} />
          </Suspense>
        </section>
      </DropPictures>
      {opened && (
        <PictureDialog
          key={opened.id}
          picture={opened}
          onSaved={async () => {
            notify({ text: 'The picture has been saved.' });
            close();
          }}
          onRemove={() => void remove(opened, { close, revalidate })}
          close={close}
        />
      )}
    </>
  );
}

interface After {
  close: () => void;
  revalidate: () => Promise<void>;
}

/** Removes a picture at once; Undo restores it. */
async function remove({ id }: Picture, { close, revalidate }: After): Promise<void> {
  const undo = async (): Promise<void> => {
    const restore = () => call<typeof restorePicture>('POST /v1/site-pictures/{id}/restore', { params: { id } });
    await attempt(restore, 'Unable to restore the picture.');
    await revalidate();
  };
  await attempt(async () => {
    await call<typeof removePicture>('DELETE /v1/site-pictures/{id}', { params: { id } });
    notify({ text: 'The picture has been removed.', action: { label: 'Undo', run: () => void undo() } });
    close();
  }, 'Unable to remove the picture.');
}

function Library({ table, queue }: { table: RowsOrPromise<Picture>; queue: UploadQueue }) {
  const { rows, total, failure } = useLoadedRows(table);
  const [query, setQuery] = useSearchParams();
  const { revalidate, state } = useRevalidator();
  const isLoading = useNavigation().state === 'loading';
  const page = Number(query.get('page') ?? 1);
  const to = (changes: Record<string, string | undefined>) => ({ search: `?${withChanges(query, changes)}` });
  if (failure) return <LoadFailure {...failure} isTrying={state === 'loading'} again={() => void revalidate()} />;
  if (rows.length === 0)
    return (
      <EmptyTable
        table={{
          search: query.get('search') ?? '',
          active: [],
          page,
          clear: () => {},
          change: () => setQuery(withChanges(query, { search: undefined, page: undefined })),
        }}
        things={['picture', 'pictures']}
        total={total}
        empty={{
          title: 'No pictures yet',
          text: 'Add photos of your people at work, your vans and the places you clean. Drop them here, or:',
          icon: <PictureIcon />,
          action: <ChoosePictures queue={queue} look="quiet" />,
        }}
      />
    );
  return (
    <div aria-busy={isLoading}>
      <PictureGrid
        pictures={rows}
        wrap={({ id }, tile) => (
          <Link to={to({ picture: id })} preventScrollReset>
            {tile}
          </Link>
        )}
      />
      <footer className={panel.foot}>
        <p>{rangeText({ page, pageSize, total })}</p>
        <Pagination
          {...{ page, pageSize, total }}
          toPage={(number) => to({ page: number === 1 ? undefined : String(number) })}
        />
      </footer>
    </div>
  );
}
