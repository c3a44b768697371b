import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { notFound } from '#lib/api/problem.ts';
import { changedBySomeoneElse, checkFields } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import type { ShownPicture } from '#site-pictures/contract.ts';
import { type RecordKind, recordShapes } from '../content/record-shapes.ts';
import type { SiteChoices } from './contract.ts';
import { ContentDifferences } from './fields/content-differences.tsx';
import { ContentForm } from './fields/content-field.tsx';
import { GroupFields } from './fields/group-field.tsx';
import { titleIn } from './fields/words.ts';
import { useContentForm } from './fields/use-content-form.ts';
import { followingAnchor, type Group } from './following-anchor.ts';
import { recordWords } from './record-words.ts';
import {
  type createRecord,
  type EditedRecord,
  type listRecords,
  recordSentences,
  type saveRecord,
} from './records-contract.ts';
import styles from './records.module.css';
import type { Path } from './fields/value-at.ts';

interface RecordDialogProps {
  kind: RecordKind;
  /** A new record has no id. */
  record: EditedRecord;
  choices: SiteChoices;
  /** All existing groups of questions. */
  groups: readonly Group[];
  close: () => void;
  /** Called after each change; `close` follows if nothing is left to save. */
  saved: () => void;
}

/** The fields of a service, position, question or partner. */
export function RecordDialog({ kind, record, choices, groups, close, saved }: RecordDialogProps) {
  const { word } = recordWords[kind];
  const [pictures, setPictures] = useState<ReadonlyMap<string, ShownPicture>>(new Map());
  /** Once a new record has been saved, further changes update it. */
  const [id, setId] = useState(record.id);
  const shape = recordShapes[kind];
  const form = useContentForm<EditedRecord['content'], EditedRecord>({
    shape,
    stored: record,
    names: [kind],
    read: async () => {
      const all = await call<typeof listRecords>('GET /v1/site/records/{kind}', { params: { kind } });
      const latest = all.find((one) => one.id === id);
      if (!latest) throw notFound(recordSentences.notFound);
      return latest;
    },
    save: (content, version) =>
      id === ''
        ? call<typeof createRecord>('POST /v1/site/records/{kind}', { params: { kind }, body: { content } })
        : call<typeof saveRecord>('PUT /v1/site/records/{kind}/{id}', {
            params: { kind, id },
            body: { content, version },
          }),
    saved: (stored, isAll) => {
      setId(stored.id);
      notify({ text: `The ${word} has been saved.` });
      saved();
      if (isAll) close(); // otherwise something has been typed meanwhile
    },
    failed: `Unable to save the ${word}.`,
  });
  const addPicture = (picture: string, shown: ShownPicture): void =>
    setPictures((before) => new Map([...before, [picture, shown]]));
  const change = (path: Path, value: unknown): void => {
    form.change(path, value);
    const anchor = followingAnchor({ stored: record, content: form.content, isNew: id === '', groups, path, value });
    if (anchor) form.change(anchor.path, anchor.value);
  };
  const { content, bringBack, faults, differing } = form;
  const suggestions = { 'group.title': groups.map(({ title }) => title) };
  const { refusal, attempts, isSubmitting, submit } = form.state;
  return (
    <Dialog
      isOpen
      title={id === '' ? `Add ${word}` : titleIn(record.content)}
      width="wide"
      isChanged={form.isDirty}
      onClose={close}
    >
      <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <ErrorSummary title={checkFields} faults={form.listed} attempt={attempts} />
          <Refusal>{refusal}</Refusal>
          <ContentForm fields={{ content, change, bringBack, faults, choices, suggestions, pictures, addPicture }}>
            {differing && (
              <Note tone="warning" isLive>
                <p>
                  {changedBySomeoneElse} Your changes have been added to that version. Look at them, then save again.
                </p>
                {differing.length > 0 && (
                  <ContentDifferences differing={differing} theirs="Stored now" mine="With your changes" />
                )}
              </Note>
            )}
            <div className={styles.fields}>
              <GroupFields fields={shape.shape} value={content} path={[]} names={[kind]} />
            </div>
          </ContentForm>
        </DialogBody>
        <DialogFoot close={close}>
          <Button type="submit" size="small" isBusy={isSubmitting}>
            Save {word}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
