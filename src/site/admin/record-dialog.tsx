import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { fieldsMissing } from '#lib/api/sentences.ts';
import { slug } from '#lib/text/slug.ts';
import { Button } from '#ui/button/button.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { Differences } from '#ui/overlay/field-differences.tsx';
import type { ShownPicture } from '#site-pictures/contract.ts';
import { type RecordKind, recordShapes } from '../content/record-shapes.ts';
import type { SiteChoices } from './contract.ts';
import { ContentForm } from './fields/content-field.tsx';
import type { Path } from './fields/fields-context.ts';
import { GroupFields } from './fields/group-field.tsx';
import { titleIn } from './fields/words.ts';
import { useContentForm } from './fields/use-content-form.ts';
import { recordWords } from './record-words.ts';
import {
  type createRecord,
  type EditedRecord,
  type listRecords,
  recordSentences,
  type saveRecord,
} from './records-contract.ts';
import styles from './records.module.css';

interface RecordDialogProps {
  kind: RecordKind;
  /** A new one has no id. */
  record: EditedRecord;
  choices: SiteChoices;
  close: () => void;
  saved: () => void;
}

/** The fields of a service, position, question or partner. */
export function RecordDialog({ kind, record, choices, close, saved }: RecordDialogProps) {
  const { word } = recordWords[kind];
  const [pictures, setPictures] = useState<ReadonlyMap<string, ShownPicture>>(new Map());
  const { id } = record;
  const shape = recordShapes[kind];
  const form = useContentForm<EditedRecord['content']>({
    shape,
    stored: record,
    names: [kind],
    read: async () => {
      const all = await call<typeof listRecords>('GET /v1/site/records/{kind}', { params: { kind } });
      const latest = all.find((one) => one.id === id);
      if (!latest) throw new Error(recordSentences.notFound);
      return latest;
    },
    save: (content, version) =>
      id === ''
        ? call<typeof createRecord>('POST /v1/site/records/{kind}', { params: { kind }, body: { content } })
        : call<typeof saveRecord>('PUT /v1/site/records/{kind}/{id}', {
            params: { kind, id },
            body: { content, version },
          }),
    saved: () => {
      notify({ text: `The ${word} has been saved.` });
      saved();
    },
    failed: `Unable to save the ${word}.`,
  });
  const addPicture = (picture: string, shown: ShownPicture): void =>
    setPictures(new Map([...pictures, [picture, shown]]));
  /** The name in links of a new one follows its name until that is changed by itself. */
  const change = (path: Path, value: unknown): void => {
    form.change(path, value);
    const { content } = form;
    const [name = ''] = path;
    if (id !== '' || !['name', 'question'].includes(String(name)) || !('anchor' in content)) return;
    if (content['anchor'] === slug(String(content[name]))) form.change(['anchor'], slug(String(value)).slice(0, 80));
  };
  const { refusal, differences, attempts, isSubmitting, submit } = form.state;
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
          <ErrorSummary title={fieldsMissing} faults={form.listed} attempt={attempts} />
          <Refusal>{refusal}</Refusal>
          {differences && (
            <Note tone="warning" isLive>
              <p>Somebody else has changed it. Saving again replaces what is stored now.</p>
              <Differences differences={differences} theirs="Stored now" mine="With your changes" />
            </Note>
          )}
          <div className={styles.fields}>
            <ContentForm fields={{ change, faults: form.faults, choices, pictures, addPicture }}>
              <GroupFields fields={shape.shape} value={form.content} path={[]} names={[kind]} />
            </ContentForm>
          </div>
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
