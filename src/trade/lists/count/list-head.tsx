import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { Button } from '#ui/button/button.tsx';
import { attempt } from '#ui/feedback/attempt.ts';
import { useHeadingFocus } from '#ui/feedback/heading-focus.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { CopyIcon, DotsIcon, DownloadIcon, PencilIcon, PrintIcon } from '#ui/icons/back-office-icons.tsx';
import { ClockIcon, PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import { type MenuEntry, PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { iconButton } from '#ui/button/icon-button.tsx';
import type { SiteChoice } from '../../accounts/own-sites.tsx';
import type { archiveOrderList, restoreOrderList } from '../contract.ts';
import { type Counts, lastTime } from './counts.ts';
import styles from './list-head.module.css';
import { listSentences as sentences } from '../sentences.ts';
import type { Way } from '../start/start-list.tsx';
import type { ShownList } from '../use-lists.ts';

interface ListHeadProps {
  choice: SiteChoice;
  lists: readonly ShownList[];
  list: ShownList;
  isEdited: boolean;
  counts: Counts;
  store: (counts: Counts) => void;
  show: (listId: string) => void;
  reload: () => void;
  edit: () => void;
  copy: () => void;
  setWay: (way: Way) => void;
}

/** The name of a list, the site's other lists, and what can be done with it. */
export function ListHead(props: ListHeadProps) {
  const { choice, lists, list, isEdited, counts, store, show } = props;
  const last = lastTime(list.items);
  const clear = (): void => {
    store({});
    notify({ text: 'The counts were cleared.', action: { label: 'Undo', run: () => store(counts) } });
  };
  const hasCounts = Object.keys(counts).length > 0;
  useHeadingFocus(hasCounts);
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <p>{choice.site.name}</p>
        <h1>{list.name}</h1>
      </div>
      {/* While a list is changed, nothing leads away from what is not saved. */}
      {!isEdited && <ListMenu {...props} />}
      {!isEdited && lists.length > 1 && (
        <nav className={styles.lists} aria-label="Lists of this site">
          {lists.map(({ id, name, items }) => (
            <button key={id} type="button" aria-current={id === list.id || undefined} onClick={() => show(id)}>
              {name} <small>{items.length}</small>
            </button>
          ))}
        </nav>
      )}
      {!isEdited && list.items.length > 0 && (
        <div className={styles.tools}>
          {Object.keys(last).length > 0 && (
            <Button look="soft" size="small" onClick={() => store({ ...counts, ...last })}>
              <ClockIcon />
              Same as last time
            </Button>
          )}
          {hasCounts && (
            <Button look="quiet" size="small" onClick={clear}>
              Clear counts
            </Button>
          )}
        </div>
      )}
    </header>
  );
}

function ListMenu({ choice, list, edit, copy, reload, setWay }: ListHeadProps) {
  const { siteId, account } = choice;
  const params = { siteId, listId: list.id };
  const restore = () =>
    attempt(async () => {
      await call<typeof restoreOrderList>('POST /v1/trade/sites/{siteId}/lists/{listId}/restore', { params });
      reload();
    }, sentences.save);
  const archive = () =>
    attempt(async () => {
      await call<typeof archiveOrderList>('DELETE /v1/trade/sites/{siteId}/lists/{listId}', { params });
      reload();
      notify({ text: `${list.name} was archived.`, action: { label: 'Undo', run: () => void restore() } });
    }, sentences.save);
  const download = (format: 'csv' | 'xlsx') =>
    window.location.assign(urlOf('/v1/trade/sites/{siteId}/lists/{listId}/file', { params, query: { format } }));
  const navigate = useNavigate();
  const regularly: MenuEntry = {
    label: 'Standing order',
    icon: <ClockIcon />,
    onSelect: () => void navigate(`/trade/standing-orders?list=${list.id}`),
  };
  const files: MenuEntry[] = [
    { label: 'Print', icon: <PrintIcon />, onSelect: () => window.print() },
    { label: 'Download as CSV', icon: <DownloadIcon />, onSelect: () => download('csv') },
    { label: 'Download as Excel', icon: <DownloadIcon />, onSelect: () => download('xlsx') },
  ];
  const changes: MenuEntry[] = [
    { label: 'Change this list', icon: <PencilIcon />, onSelect: edit },
    { label: 'Copy to another site', icon: <CopyIcon />, onSelect: copy },
    { label: 'New list from past orders', icon: <PlusIcon />, startsGroup: true, onSelect: () => setWay('orders') },
    { label: 'New list from codes', icon: <PlusIcon />, onSelect: () => setWay('paste') },
    { label: 'New empty list', icon: <PlusIcon />, onSelect: () => setWay('empty') },
  ];
  const last: MenuEntry = {
    label: 'Archive this list',
    icon: <TrashIcon />,
    isDangerous: true,
    startsGroup: true,
    onSelect: () => void archive(),
  };
  const entries = account.permissions.includes('ManageLists')
    ? [...changes, { ...regularly, startsGroup: true }, ...files, last]
    : [regularly, ...files];
  return (
    <PopupMenu button={<DotsIcon />} buttonClassName={iconButton} label={`More about ${list.name}`} entries={entries} />
  );
}
