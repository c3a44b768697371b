import { useMemo, useState } from 'react';
import { type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router';
import { requireAdministrator } from '#lib/api/api-context.ts';
import { parseSearch } from '#lib/text/search-words.ts';
import { tableRows } from '#lib/api/table-rows.ts';
import { Button } from '#ui/button/button.tsx';
import { PlusIcon, SearchIcon, WarningIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import type { MenuEntry } from '#ui/overlay/popup-menu.tsx';
import { ExternalIcon, TreeIcon, UpDownIcon } from '#ui/icons/back-office-icons.tsx';
import { ancestorsOf, stepTarget, type Step } from '../tree-operations.ts';
import { AddDialog, DeleteCategory, EditDialog } from '../category-dialogs.tsx';
import type { RowActions } from '../category-row.tsx';
import { CategoryTree } from '../category-tree.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from '../category-tree.module.css';
import { type Category, listCategories } from '../contract.ts';
import { MoveDialog } from '../move-category-dialog.tsx';
import { TreeToolbar } from '../tree-toolbar.tsx';
import { useOptimisticMoves } from '../use-optimistic-moves.ts';
import { useExpandedCategories } from '../use-expanded-categories.ts';
import type { Route } from './+types/manage-categories';

export const handle = { crumb: 'Categories' };

export const meta = backOfficeMeta('Categories');

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartProducts');
  return tableRows(context, listCategories, { url, otherwise: 'Unable to load the categories.', input: { query: {} } });
}

/** A search needs no request, because the loader reads the whole tree. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.search === nextUrl.search && defaultShouldRevalidate;

type Task = { kind: 'add'; parent: Category | undefined } | { kind: 'edit' | 'delete' | 'move'; category: Category };

const moveSteps: readonly { label: string; step: Step; shortcut: string }[] = [
  { label: 'Move up', step: 'up', shortcut: 'Alt ↑' },
  { label: 'Move down', step: 'down', shortcut: 'Alt ↓' },
  { label: 'Move into the category above', step: 'in', shortcut: 'Alt →' },
  { label: 'Move out one level', step: 'out', shortcut: 'Alt ←' },
];

export default function ManageCategories({ loaderData: { rows, failure } }: Route.ComponentProps) {
  const { all, move, isSaving } = useOptimisticMoves(rows);
  const { expanded, setAll, setOpen } = useExpandedCategories();
  const [query, setQuery] = useSearchParams();
  const [task, setTask] = useState<Task>();
  const [focused, setFocused] = useState<{ id: string }>();
  const searchText = query.get('search') ?? '';
  const search = useMemo(() => parseSearch(searchText), [searchText]);
  const setSearchText = (text: string): void =>
    setQuery(text === '' ? {} : { search: text }, { replace: true, preventScrollReset: true });
  const done = (): void => setTask(undefined);

  const menuOf = (category: Category): MenuEntry[] => [
    ...moveSteps.flatMap(({ label, step, shortcut }) => {
      const target = stepTarget(all, category.id, step);
      return target ? [{ label, shortcut, onSelect: () => move(category, target) }] : [];
    }),
    { label: 'Move to…', icon: <UpDownIcon />, startsGroup: true, onSelect: () => setTask({ kind: 'move', category }) },
    { label: 'View in shop', icon: <ExternalIcon />, to: `/shopping/products/${category.url}` },
  ];
  const actionsOf = (category: Category): RowActions => ({
    add: () => setTask({ kind: 'add', parent: category }),
    edit: () => setTask({ kind: 'edit', category }),
    remove: () => setTask({ kind: 'delete', category }),
    menu: menuOf(category),
  });
  const create = (
    <Button size="small" onClick={() => setTask({ kind: 'add', parent: undefined })}>
      <PlusIcon />
      Create a Category
    </Button>
  );
  return (
    <>
      <PageHead title="Categories" actions={create}>
        The shop lists categories in this order.
      </PageHead>
      <section className={panel.panel} aria-label="Category tree">
        {failure ? (
          <LoadFailure message={failure.message} />
        ) : (
          <>
            <TreeToolbar
              search={searchText}
              onSearch={setSearchText}
              expandAll={() => setAll(all.map(({ id }) => id))}
              collapseAll={() => setAll([])}
            />
            <CategoryTree {...{ all, isSaving, search, expanded, setOpen, move, actionsOf, focused }}>
              {all.length === 0 ? (
                <EmptyState
                  icon={<TreeIcon />}
                  title="No categories yet"
                  text="Categories organise the products in the shop."
                >
                  {create}
                </EmptyState>
              ) : (
                <EmptyState icon={<SearchIcon />} title={`No categories match “${searchText}”`}>
                  <Button size="small" look="quiet" onClick={() => setSearchText('')}>
                    Clear search
                  </Button>
                </EmptyState>
              )}
            </CategoryTree>
            <p className={styles.foot} id="category-keys">
              <span>{all.length === 1 ? '1 category' : `${all.length.toLocaleString('en-AU')} categories`}</span>
              <span>To move a category, drag its handle, or hold Alt and press an arrow key.</span>
            </p>
          </>
        )}
      </section>
      {task?.kind === 'add' && (
        <AddDialog
          parent={task.parent}
          close={done}
          added={(made) => {
            if (made.parentId !== null)
              setAll([...expanded, made.parentId, ...ancestorsOf(all, made.parentId).map(({ id }) => id)]);
            setFocused({ id: made.id });
          }}
        />
      )}
      {task?.kind === 'edit' && <EditDialog category={task.category} all={all} close={done} />}
      {task?.kind === 'move' && (
        <MoveDialog
          category={task.category}
          all={all}
          close={done}
          move={(target) => {
            if (target.parentId !== null) setOpen(target.parentId, true);
            move(task.category, target);
          }}
        />
      )}
      <DeleteCategory category={task?.kind === 'delete' ? task.category : undefined} close={done} />
    </>
  );
}

interface EmptyStateProps {
  icon: React.ReactNode;
  title: string;
  text?: string;
  children: React.ReactNode;
}

function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={panel.nothing}>
      {icon}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

function LoadFailure({ message }: { message: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div role="alert">
      <EmptyState icon={<WarningIcon />} title={message}>
        <Button size="small" look="quiet" isBusy={state !== 'idle'} onClick={() => void revalidate()}>
          Try again
        </Button>
      </EmptyState>
    </div>
  );
}
