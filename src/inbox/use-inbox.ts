import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type ChangedReply, type InboxEndpoints, type Status, statusName } from './contract.ts';

/** A row with the data needed to change its status. */
export interface InboxRow {
  id: string;
  status: number;
  version: number;
}

/** Rows selected by id, or all that match a filter. */
export type RowSelection = { ids: string[] } | { all: Record<string, unknown> };

/** One of the inboxes. */
export interface InboxKind {
  list: 'enquiries' | 'submissions';
  /** `['submission', 'submissions']` */
  things: readonly ['enquiry' | 'submission', string];
  sentences: { statusFailed: string; deleteFailed: string };
}

type Things = InboxKind['things'];

const counted = (many: number, [one, several]: Things): string =>
  `${many.toLocaleString('en-AU')} ${many === 1 ? one : several}`;

const isOrAre = (many: number): string => (many === 1 ? 'is' : 'are');

/** Changes statuses, with Undo, and reloads the list. */
function useStatuses({ list, things, sentences }: InboxKind) {
  const changeMany = (selection: RowSelection, change: { status: Status; from?: Status }) =>
    call<InboxEndpoints['changeStatuses']>(`POST /v1/${list}/status`, { body: { ...selection, ...change } });
  const { change } = useChange();
  const setStatus = (row: InboxRow, status: number, isUndo = false): Promise<boolean> =>
    change(async () => {
      const body = { status: status as Status, version: row.version }; // the buttons have no other statuses
      const input = { params: { id: row.id }, body };
      const now = await call<InboxEndpoints['changeStatus']>(`PATCH /v1/${list}/{id}/status`, input);
      const undo = { label: 'Undo', run: () => void setStatus(now, row.status, true) };
      const text = `The ${things[0]} is ${isUndo ? 'back to' : 'now'} ${statusName(status)}.`;
      notify({ text, ...(!isUndo && { action: undo }) });
    }, sentences.statusFailed);
  /** Ignores rows that somebody else has changed since. */
  const undo = (before: ChangedReply['before'], from: Status): Promise<boolean> =>
    change(async () => {
      let changed = 0;
      for (const { ids, status } of before) changed += (await changeMany({ ids }, { status, from })).changed;
      notify({ text: `The status of ${counted(changed, things)} has been restored.` });
    }, sentences.statusFailed);
  const setStatuses = (selection: RowSelection, status: Status, done: () => void): Promise<boolean> =>
    change(async () => {
      const { changed, before } = await changeMany(selection, { status });
      notify({
        text: `${counted(changed, things)} ${isOrAre(changed)} now ${statusName(status)}.`,
        ...(changed > 0 && { action: { label: 'Undo', run: () => void undo(before, status) } }),
      });
      done();
    }, sentences.statusFailed);
  return { setStatus, setStatuses };
}

/** What happens after the deletion: a call, or navigation to a page. */
type AfterDeletion = (() => void) | { to: string };

/** A deletion to be confirmed. */
export interface DeletionRequest {
  selection: RowSelection;
  title: string;
  act: string;
  after: AfterDeletion;
}

const deletedText = (deleted: number, things: Things): string =>
  deleted === 1
    ? `The ${things[0]} has been successfully deleted.`
    : `${counted(deleted, things)} have been successfully deleted.`;

/** Deletes rows after asking for a reason. */
function useDeletion({ list, things, sentences }: InboxKind) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [request, setRequest] = useState<DeletionRequest>();
  return {
    request,
    /** Opens the dialog; `many` is the formatted number of rows, `1,284`. */
    requestDeletion: (selection: RowSelection, many: string, after: AfterDeletion): void => {
      const which = many === '1' ? things[0] : things[1];
      setRequest({ selection, title: `Delete ${many} ${which}`, act: `Delete ${which}`, after });
    },
    close: () => setRequest(undefined),
    /** Returns the error message; undefined if it succeeded. */
    deleteRequested: async (reason: string): Promise<string | undefined> => {
      if (!request) return undefined;
      try {
        const body = { ...request.selection, reason };
        const { deleted } = await call<InboxEndpoints['remove']>(`POST /v1/${list}/delete`, { body });
        notify({ text: deletedText(deleted, things) });
      } catch (error) {
        return errorMessageOf(error, sentences.deleteFailed);
      }
      if ('to' in request.after) await navigate(request.after.to, { replace: true });
      else request.after();
      await revalidate();
      return undefined;
    },
  };
}

/** Actions on the rows of an inbox. */
export const useInbox = (kind: InboxKind) => ({ ...useStatuses(kind), ...useDeletion(kind) });

export type InboxActions = ReturnType<typeof useInbox>;
