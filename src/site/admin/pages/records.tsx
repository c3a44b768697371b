import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { api, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { notFound } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { attempt } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { ArrowDownIcon } from '#ui/icons/back-office-icons.tsx';
import { PlusIcon, TrashIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { type RecordKind, recordShapes } from '../../content/record-shapes.ts';
import { siteChoices } from '../contract.ts';
import { focusMove } from '../fields/items.tsx';
import { emptyOf } from '../fields/shape-fields.ts';
import { titleIn } from '../fields/words.ts';
import { groupOf } from '../following-anchor.ts';
import { RecordDialog } from '../record-dialog.tsx';
import {
  type EditedRecord,
  listRecords,
  type orderRecords,
  recordKinds,
  recordSentences,
  type removeRecord,
  type restoreRecord,
} from '../records-contract.ts';
import { recordWords } from '../record-words.ts';
import styles from '../records.module.css';
import { SiteNav } from '../site-nav.tsx';
import type { Route } from './+types/records';

export const handle = {
  crumb: (data?: { kind: RecordKind }) => (data ? recordWords[data.kind].title : 'Lists'),
  above: [{ label: 'Pages', to: '/admin/site/' }],
};

export const meta = (args: Route.MetaArgs) =>
  backOfficeMeta(args.loaderData ? recordWords[args.loaderData.kind].title : 'Lists')(args);

export async function loader({ context, url, params }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageSite');
  const kind = recordKinds.find((one) => recordWords[one].path === params.list);
  if (!kind) throw notFound();
  const ask = api(context);
  const load = async () => {
    const [records, choices] = await Promise.all([ask(listRecords, { params: { kind } }), ask(siteChoices)]);
    return { kind, records, choices };
  };
  return loadOrPageError(recordSentences.load, load());
}

/** The services, positions, questions or partners of the site, in their order. */
export default function Records({ loaderData: { kind, records, choices } }: Route.ComponentProps) {
  const { title, about, word } = recordWords[kind];
  const [edited, setEdited] = useState<EditedRecord>();
  const { revalidate } = useRevalidator();
  const add = (): void =>
    setEdited({ id: '', version: 0, content: emptyOf(recordShapes[kind]) as EditedRecord['content'] });
  const groups = records.flatMap(({ content }) => groupOf(content) ?? []);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const isMoving = useRef(false);
  const moved = useRef<{ to: number; direction: 'up' | 'down' }>(undefined);
  useEffect(() => {
    if (moved.current) focusMove(list.current?.children[moved.current.to], moved.current.direction);
    moved.current = undefined;
  }, [records]);
  /** Moves one record at a time; the focus stays with it. */
  const order = async (from: number, to: number): Promise<void> => {
    if (isMoving.current) return;
    isMoving.current = true;
    const ids = records.map(({ id }) => id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    const send = () =>
      call<typeof orderRecords>('POST /v1/site/records/{kind}/order', { params: { kind }, body: { ids } });
    const isMoved = await attempt(send, 'Unable to move it.');
    if (isMoved) moved.current = { to, direction: to < from ? 'up' : 'down' };
    await revalidate();
    if (isMoved) setSaid(`${titleIn(records[from]?.content)}: place ${to + 1} of ${records.length}.`);
    isMoving.current = false;
  };
  const remove = async ({ id, content }: EditedRecord): Promise<void> => {
    const params = { kind, id };
    const undo = async (): Promise<void> => {
      const restore = () => call<typeof restoreRecord>('POST /v1/site/records/{kind}/{id}/restore', { params });
      await attempt(restore, 'Unable to bring it back.');
      await revalidate();
    };
    await attempt(async () => {
      await call<typeof removeRecord>('DELETE /v1/site/records/{kind}/{id}', { params });
      const text = `“${titleIn(content)}” has been removed.`;
      notify({ text, action: { label: 'Undo', run: () => void undo() } });
    }, `Unable to remove the ${word}.`);
    await revalidate();
  };
  return (
    <>
      <PageHead
        title={title}
        actions={
          <Button size="small" onClick={add}>
            <PlusIcon />
            Add {word}
          </Button>
        }
      >
        {about} Changes show at once.
      </PageHead>
      <SiteNav />
      <section className={panel.panel} aria-label={title}>
        {records.length === 0 && <p className={panel.none}>None yet.</p>}
        <ol ref={list} className={styles.records}>
          {records.map((record, place) => {
            const name = titleIn(record.content);
            const note = [record.content['group'], record.content['place'], record.content['summary']]
              .map(titleIn)
              .find(Boolean);
            return (
              <li key={record.id}>
                <button type="button" onClick={() => setEdited(record)}>
                  <b>{name}</b>
                  {note && <span>{note}</span>}
                </button>
                <IconButton
                  label={`Move up: ${name}`}
                  data-move="up"
                  disabled={place === 0}
                  onClick={() => void order(place, place - 1)}
                >
                  <ArrowDownIcon className={styles.up} />
                </IconButton>
                <IconButton
                  label={`Move down: ${name}`}
                  data-move="down"
                  disabled={place === records.length - 1}
                  onClick={() => void order(place, place + 1)}
                >
                  <ArrowDownIcon />
                </IconButton>
                <IconButton label={`Remove: ${name}`} onClick={() => void remove(record)}>
                  <TrashIcon />
                </IconButton>
              </li>
            );
          })}
        </ol>
        <p role="status" className={layout.hidden}>
          {said}
        </p>
      </section>
      {edited && (
        <RecordDialog
          key={edited.id}
          {...{ kind, choices }}
          groups={[...new Map(groups.map((group) => [group.anchor, group])).values()]}
          record={edited}
          close={() => setEdited(undefined)}
          saved={() => void revalidate()}
        />
      )}
    </>
  );
}
