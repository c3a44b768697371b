import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { attempt, useChange } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { deleteAction, editAction } from '#ui/table/row-actions.tsx';
import type { Column, RowAction } from '#ui/table/table-config.ts';
import { PlusIcon, SearchIcon } from '#ui/icons/icons.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import {
  type addSynonyms,
  type deleteMiss,
  type deleteSynonyms,
  listMisses,
  listSynonyms,
  type SearchMiss,
  type SynonymGroup,
  type updateSynonyms,
} from '../contract.ts';
import { GroupDialog } from '../synonym-group-dialog.tsx';
import type { Route } from './+types/search-words';
import styles from './search-words.module.css';

export const handle = { crumb: 'Search words' };

export const meta = backOfficeMeta('Search words');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageCartProducts');
  const table = tableRowsOrPromise(context, listSynonyms, { url, otherwise: 'Unable to load the search words.' });
  const misses = await api(context)(listMisses).catch(() => []);
  return { table: await table, misses };
}

const columns: readonly Column<SynonymGroup>[] = [
  {
    key: 'phrases',
    label: 'Words and phrases',
    sort: 'phrase',
    phone: 'name',
    isLong: true,
    cell: ({ phrases }) => phrases.join(', '),
  },
  {
    key: 'finds',
    label: 'Also find',
    phone: 'line',
    isLong: true,
    cell: ({ finds }) => (finds.length > 0 ? finds.join(', ') : 'each other'),
  },
];

type Task = { kind: 'add'; phrases: string } | { kind: 'edit'; group: SynonymGroup };

/** The synonyms of the shop's search, and searches without results. */
export default function SearchWords({ loaderData: { table, misses } }: Route.ComponentProps) {
  const [task, setTask] = useState<Task>();
  const { revalidate } = useRevalidator();
  const add = (
    <Button size="small" onClick={() => setTask({ kind: 'add', phrases: '' })}>
      <PlusIcon />
      Add a group
    </Button>
  );
  const actions = (group: SynonymGroup): RowAction[] => [
    editAction(() => setTask({ kind: 'edit', group })),
    deleteAction(() => void remove(group, revalidate)),
  ];
  return (
    <>
      <PageHead title="Search words" actions={add}>
        Words that the shop's search treats as the same.
      </PageHead>
      <DataTable
        {...table}
        list="search-words"
        things={['group', 'groups']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ phrases }) => phrases[0] ?? ''}
        usualSort="phrase"
        searchLabel="Search words and phrases"
        actions={actions}
        empty={{
          title: 'No groups yet',
          text: 'Add “garbage bags” and “bin liners” as a group, and a search for either finds both.',
          icon: <SearchIcon />,
          action: add,
        }}
      />
      <Misses misses={misses} add={(phrase) => setTask({ kind: 'add', phrases: `${phrase}, ` })} />
      {task && <TaskDialog task={task} close={() => setTask(undefined)} />}
    </>
  );
}

function TaskDialog({ task, close }: { task: Task; close: () => void }) {
  const { revalidate } = useRevalidator();
  const group = task.kind === 'edit' ? task.group : undefined;
  return (
    <GroupDialog
      title={group ? 'Change a group' : 'Add a group'}
      act={group ? 'Save group' : 'Add group'}
      texts={{
        phrases: task.kind === 'add' ? task.phrases : task.group.phrases.join(', '),
        finds: group?.finds.join(', ') ?? '',
      }}
      fallback="Unable to save the group."
      send={async (input, isLast) => {
        if (group) {
          const body = { ...input, id: group.id, ...(!isLast && { version: group.version }) };
          await call<typeof updateSynonyms>('PUT /v1/search-synonyms', { body });
        } else await call<typeof addSynonyms>('POST /v1/search-synonyms', { body: input });
        await revalidate();
        close();
        notify({ text: group ? 'The group has been saved.' : 'The group has been added.' });
      }}
      close={close}
    />
  );
}

/** Deletes a group at once; Undo adds it again. */
async function remove(group: SynonymGroup, revalidate: () => Promise<void>): Promise<void> {
  const { phrases, finds } = group;
  const undo = async (): Promise<void> => {
    const add = () => call<typeof addSynonyms>('POST /v1/search-synonyms', { body: { phrases, finds } });
    await attempt(add, 'Unable to restore the group.');
    await revalidate();
  };
  await attempt(async () => {
    await call<typeof deleteSynonyms>('DELETE /v1/search-synonyms/{id}', { params: { id: group.id } });
    notify({ text: 'The group has been deleted.', action: { label: 'Undo', run: () => void undo() } });
  }, 'Unable to delete the group.');
  await revalidate();
}

function Misses({ misses, add }: { misses: readonly SearchMiss[]; add: (phrase: string) => void }) {
  const { change } = useChange();
  if (misses.length === 0) return null;
  const dismiss = (phrase: string) => {
    const send = () => call<typeof deleteMiss>('POST /v1/search-synonyms/misses/dismiss', { body: { phrase } });
    return change(send, 'Unable to dismiss the search.');
  };
  return (
    <section className={styles.misses} aria-labelledby="misses">
      <h2 id="misses">Searches that found nothing</h2>
      <p>Counted anonymously.</p>
      <ul>
        {misses.map(({ phrase, times }) => (
          <li key={phrase}>
            <span className={styles.phrase}>{phrase}</span>
            <span className={styles.times}>{times === 1 ? 'once' : `${times} times`}</span>
            <Button look="quiet" size="small" aria-label={`Add a group for ${phrase}`} onClick={() => add(phrase)}>
              Add
            </Button>
            <Button look="quiet" size="small" aria-label={`Dismiss ${phrase}`} onClick={() => void dismiss(phrase)}>
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
