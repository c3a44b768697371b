import { type FormEvent, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { dayOf, formatInstant, instantAt, isDay, isTime, timeOf } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import type { publishPage } from '../contract.ts';
import type { Editor } from './use-editor.ts';

/** Asks for the day and time at which the draft is published, on the clock of the business. */
export function PublishAtDialog({
  editor: { page, isBusy, actOnSaved },
  close,
}: {
  editor: Editor;
  close: () => void;
}) {
  const stored = page.publishAt === null ? undefined : new Date(page.publishAt);
  const [day, setDay] = useState<string>(stored ? dayOf(stored) : '');
  const [time, setTime] = useState(stored ? timeOf(stored) : '06:00');
  const [isAsked, setAsked] = useState(false);
  const faults = {
    day: isDay(day) ? undefined : 'Choose a day.',
    time: isTime(time) ? undefined : 'Enter a time such as 06:00.',
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setAsked(true);
    if (!isDay(day) || !isTime(time)) return;
    const at = instantAt(day, time).toISOString();
    const publish = ({ id, version }: typeof page) =>
      call<typeof publishPage>('POST /v1/site/pages/{id}/publish', { params: { id }, body: { version, at } });
    const isDone = await actOnSaved(publish, `The page will be published on ${formatInstant(new Date(at))}.`);
    if (isDone) close();
  };
  return (
    <Dialog isOpen title="Publish at a time" width="narrow" closesAtOnce onClose={close}>
      <form method="dialog" noValidate onSubmit={(event) => void send(event)}>
        <DialogBody>
          <p>Sydney time. Changes saved before then are published with it.</p>
          <div className={layout.fields}>
            <TextField
              label="Day"
              type="date"
              value={day}
              error={isAsked ? faults.day : undefined}
              onChange={({ target }) => setDay(target.value)}
            />
            <TextField
              label="Time"
              type="time"
              value={time}
              error={isAsked ? faults.time : undefined}
              onChange={({ target }) => setTime(target.value)}
            />
          </div>
        </DialogBody>
        <DialogFoot close={close}>
          <Button type="submit" size="small" isBusy={isBusy}>
            Schedule
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
