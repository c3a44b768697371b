import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, MoreLink } from '#ui/button/button.tsx';
import { useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { Note } from '#ui/feedback/note.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import type { SiteChoice } from '../../accounts/own-sites.tsx';
import { CopyDialog } from '../edit/copy-dialog.tsx';
import { CountList } from './count-list.tsx';
import { countsEntry, parseCounts, storedCounts } from './counts.ts';
import { ListEditor } from '../edit/list-editor.tsx';
import { ListHead } from './list-head.tsx';
import { storeInput, useStoredInput } from '../browser-store.ts';
import { NewListDialog, type Way, Ways } from '../start/start-list.tsx';
import { type ShownList, useLists } from '../use-lists.ts';
import { accountSentences } from '../../accounts/sentences.ts';

/** The lists of a site: one is shown, to be counted or changed. */
export function SiteLists({ choice }: { choice: SiteChoice }) {
  const { siteId, site, account } = choice;
  const { lists, failure, put, reload } = useLists(siteId);
  const [search, setSearch] = useSearchParams();
  const [way, setWay] = useState<Way>();
  const current = lists?.find(({ id }) => id === search.get('list')) ?? lists?.[0];
  useHeadingFocus(lists && `${current?.id} ${search.get('mode')}`);
  const mayManage = account.permissions.includes('ManageLists');
  const show = (list: string, mode?: 'edit') =>
    setSearch({ list, ...(mode && { mode }) }, { replace: true, preventScrollReset: true });
  const added = (list: ShownList): void => {
    setWay(undefined);
    put(list);
    show(list.id, list.items.length === 0 ? 'edit' : undefined);
  };
  return (
    <>
      {failure && (
        <Note tone="danger" isLive>
          {failure}{' '}
          <Button look="plain" size="small" onClick={reload}>
            Try again
          </Button>
        </Note>
      )}
      {!lists && !failure && <Loading />}
      {lists?.length === 0 && (
        <>
          <h1>Order lists</h1>
          <EmptyState title={`${site.name} has no list yet.`}>
            <p>
              {mayManage
                ? 'A list holds what the site uses, and how much of it should be there. Count the shelf, and the order is made for you.'
                : `Ask an administrator of ${account.name} to make one.`}
            </p>
            {mayManage && <Ways onChoose={setWay} />}
            {mayManage && (
              <MoreLink to="/trade/move-in">Move in from another supplier: its invoice matched with our items</MoreLink>
            )}
          </EmptyState>
        </>
      )}
      {lists && current && (
        <OneList
          key={current.id}
          {...{ choice, lists, list: current, put, show, reload }}
          isEdited={mayManage && search.get('mode') === 'edit'}
          setWay={setWay}
        />
      )}
      {way && lists && (
        <NewListDialog
          siteId={siteId}
          way={way}
          names={lists.map(({ name }) => name)}
          added={added}
          close={() => setWay(undefined)}
        />
      )}
    </>
  );
}

const Loading = () => (
  <>
    <h1>Order lists</h1>
    <Skeleton height="3rem" />
    <Skeleton height="30rem" />
  </>
);

interface OneListProps {
  choice: SiteChoice;
  lists: readonly ShownList[];
  list: ShownList;
  isEdited: boolean;
  put: (list: ShownList) => void;
  show: (listId: string, mode?: 'edit') => void;
  reload: () => void;
  setWay: (way: Way) => void;
}

function OneList({ choice, lists, list, isEdited, put, show, reload, setWay }: OneListProps) {
  const { siteId, account } = choice;
  const [isCopying, setCopying] = useState(false);
  const entry = countsEntry(siteId, list.id);
  const counts = useStoredInput(entry, parseCounts);
  const edit = () => show(list.id, 'edit');
  const refusal = account.status === 'closed' ? accountSentences.closed : undefined;
  return (
    <>
      <ListHead
        {...{ choice, lists, list, isEdited, counts, show, reload, edit, setWay }}
        store={(changed) => storeInput(entry, storedCounts(changed))}
        copy={() => setCopying(true)}
      />
      {isEdited && <ListEditor siteId={siteId} list={list} saved={put} close={() => show(list.id)} />}
      {!isEdited && list.items.length === 0 && (
        <EmptyState title="This list is empty." actions={<Button onClick={edit}>Add items</Button>}>
          <p>Search items by name or code, paste codes, or take them from past orders.</p>
        </EmptyState>
      )}
      {account.status === 'hold' && <Note tone="warning">{accountSentences.onHold}</Note>}
      {!isEdited && list.items.length > 0 && (
        <CountList
          list={list}
          counts={counts}
          store={(changed) => storeInput(entry, storedCounts(changed))}
          refusal={refusal}
        />
      )}
      {isCopying && <CopyDialog choice={choice} list={list} copied={put} close={() => setCopying(false)} />}
    </>
  );
}
