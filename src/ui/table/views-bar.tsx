import { useState } from 'react';
import { Link } from '../link.tsx';
import { Button } from '../button/button.tsx';
import { cx } from '../classes.ts';
import { Dialog, DialogBody, DialogFoot } from '../overlay/dialog.tsx';
import { Checkbox, TextField } from '../form/field.tsx';
import { PlusIcon } from '../icons/icons.tsx';
import { notify, notifyProblem } from '../feedback/notify.tsx';
import { IconButton } from '../button/icon-button.tsx';
import type { TableViews } from './table-config.ts';
import { rowsQuery, type Table } from './use-table-state.ts';
import styles from './views-bar.module.css';

type ViewsBarProps = TableViews & { table: Table; things: readonly [string, string] };

const longestName = 40;

/** The saved views of this list. If the URL differs from the current view, the user can save or reset it. */
export function ViewsBar({ table, shipped = [], views: saved, save, remove, things }: ViewsBarProps) {
  const [naming, setNaming] = useState<'new' | 'change'>();
  const views = [...shipped.map((view) => ({ ...view, isShared: false, isOwn: false })), ...saved];
  const current = views.find(({ id }) => id === table.query.get('view'));
  const now = rowsQuery(table.query).toString();
  const isChanged = current !== undefined && current.query !== now;
  const isUnsaved = current === undefined && now !== '';
  const saveView = async (view: Parameters<TableViews['save']>[0]): Promise<boolean> => {
    try {
      await save(view);
      notify({ text: 'The view has been saved.' });
      return true;
    } catch (error) {
      notifyProblem(error instanceof Error ? error.message : 'Unable to save the view.');
      return false;
    }
  };
  return (
    <nav className={styles.bar} aria-label="Saved views">
      <Link to="?" aria-current={!current && !isUnsaved ? 'page' : undefined}>
        All {things[1]}
      </Link>
      {views.map(({ id, name, query, isShared }) => (
        <Link
          key={id}
          to={`?${query ? `${query}&` : ''}view=${id}`}
          aria-current={id === current?.id ? 'page' : undefined}
        >
          {name}
          {isShared && <small>shared</small>}
        </Link>
      ))}
      <IconButton label="Save as a new view" className={styles.add} onClick={() => setNaming('new')}>
        <PlusIcon />
      </IconButton>
      {current?.isOwn && (
        <span className={cx(styles.changed)}>
          {isChanged && (
            <>
              View changed
              <Button look="plain" size="small" onClick={() => void saveView({ ...current, query: now })}>
                Save
              </Button>
              <Link to={`?${current.query ? `${current.query}&` : ''}view=${current.id}`}>Reset</Link>
            </>
          )}
          {!isChanged && (
            <Button look="plain" size="small" onClick={() => setNaming('change')}>
              Edit view
            </Button>
          )}
        </span>
      )}
      <ViewDialog
        view={naming === 'change' ? current : undefined}
        isOpen={naming !== undefined}
        close={() => setNaming(undefined)}
        save={(name, isShared) =>
          saveView(
            naming === 'change' && current
              ? { id: current.id, name, isShared, query: current.query }
              : { name, isShared, query: now },
          )
        }
        remove={current && naming === 'change' ? () => remove(current.id) : undefined}
      />
    </nav>
  );
}

interface ViewDialogProps {
  view: { name: string; isShared: boolean } | undefined;
  isOpen: boolean;
  close: () => void;
  /** Returns whether the view was saved. */
  save: (name: string, isShared: boolean) => Promise<boolean>;
  remove: (() => Promise<void>) | undefined;
}

function ViewDialog({ view, isOpen, close, save, remove }: ViewDialogProps) {
  const [fault, setFault] = useState<string>();
  const send = (form: FormData): void => {
    const name = String(form.get('name') ?? '').trim();
    if (name === '') return setFault('Name is required.');
    void save(name, form.get('shared') === 'on').then((isSaved) => isSaved && close());
  };
  return (
    <Dialog isOpen={isOpen} title={view ? 'Edit view' : 'Save as a new view'} width="narrow" onClose={close}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
        }}
      >
        <DialogBody>
          <TextField
            label="Name"
            name="name"
            autoFocus
            maxLength={longestName}
            defaultValue={view?.name}
            error={fault}
            onChange={() => setFault(undefined)}
          />
          <Checkbox name="shared" defaultChecked={view?.isShared ?? false}>
            Share with all administrators
          </Checkbox>
        </DialogBody>
        <DialogFoot>
          {remove && (
            <Button look="quiet" size="small" onClick={() => void remove().then(close)}>
              Delete view
            </Button>
          )}
          <Button type="submit" size="small">
            Save view
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
