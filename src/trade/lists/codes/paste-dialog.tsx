import { type ReactNode, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { TextArea } from '#ui/form/field.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { Button } from '#ui/button/button.tsx';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { readAsDataUrl } from '#ui/upload/uploads.ts';
import { CheckedLines } from './checked-lines.tsx';
import { type ChosenItem, chosenItems, type Picked, type ShownLine } from './chosen-items.ts';
import type { checkCodes } from '../contract.ts';
import { largestFile, listSentences as sentences } from '../sentences.ts';

interface PasteDialogProps {
  siteId: string;
  title: string;
  /** What the quantity of a line means. */
  about: string;
  /** Fields above the lines. */
  children?: ReactNode;
  /** `Add 12 items` */
  submitLabel: (count: number) => string;
  onConfirm: (items: ChosenItem[]) => Promise<void> | void;
  close: () => void;
}

/** Looks up pasted lines or those of a file, shows what was found, and hands over the items once they are confirmed. */
export function PasteDialog({ siteId, title, about, children, submitLabel, onConfirm, close }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [lines, setLines] = useState<readonly ShownLine[]>();
  const [picked, setPicked] = useState<Picked>(new Map());
  const { refusal, isBusy, run } = useSubmit(sentences.check);
  const lookUp = async (body: { text: string } | { file: string }): Promise<void> => {
    const input = { params: { siteId }, body };
    setLines(await call<typeof checkCodes>('POST /v1/trade/sites/{siteId}/items/check', input));
    setPicked(new Map());
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    void run(async () => {
      if (file.size > largestFile) throw new Problem(413, 'The file is larger than 1 MB.');
      await lookUp({ file: await readAsDataUrl(file) });
    });
  };
  const items = lines ? chosenItems(lines, picked) : [];
  const confirm = () =>
    run(async () => {
      if (items.length === 0) throw new Problem(400, 'None of these lines has an item.');
      await onConfirm(items);
    });
  return (
    <FormDialog
      title={title}
      about={lines ? 'Nothing is stored until you confirm.' : about}
      width="wide"
      refusal={refusal}
      submitLabel={lines ? submitLabel(items.length) : 'Look up'}
      isBusy={isBusy}
      onSubmit={() => (lines ? confirm() : run(() => lookUp({ text })))}
      close={close}
    >
      {children}
      {lines ? (
        <>
          <CheckedLines
            lines={lines}
            picked={picked}
            pick={(line, item) =>
              setPicked(
                (before) => new Map(item ? [...before, [line, item]] : [...before].filter(([key]) => key !== line)),
              )
            }
          />
          <div>
            <Button look="quiet" size="small" onClick={() => setLines(undefined)}>
              Change the lines
            </Button>
          </div>
        </>
      ) : (
        <>
          <TextArea
            label="Codes and quantities"
            rows={8}
            placeholder={'FM-40  12\n3 x GL-S\nMC-1; 24'}
            hint="One item a line. Tabs, commas, semicolons or spaces between; also “3 x code”."
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <FileField
            label="Or a CSV or Excel file"
            hint="With a header: Code, and Quantity, Carton and Note if you have them."
            accept={tableFiles}
            isBusy={isBusy}
            onChoose={choose}
          />
        </>
      )}
    </FormDialog>
  );
}
