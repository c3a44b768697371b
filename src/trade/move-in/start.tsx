import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Note } from '#ui/feedback/note.tsx';
import { TextArea } from '#ui/form/field.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { FileField, tableFiles } from '#ui/upload/file-field.tsx';
import { storeInput, useStoredInput } from '../lists/browser-store.ts';
import styles from './move-in.module.css';
import { longestPasted } from './sentences.ts';
import type { MoveInState } from './use-move-in.ts';

const asTyped = (text: string): string => text;

/** Where the lines come from: pasted, which survives a reload, or a file. */
export function Start({ state: { isBusy, matchText, matchFile, textEntry, others } }: { state: MoveInState }) {
  const text = useStoredInput(textEntry, asTyped);
  return (
    <form
      method="dialog"
      className={cx(panel.card, styles.start)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void matchText(text);
      }}
    >
      {others.length > 0 && (
        <Note>
          Lines that are not used yet are kept for {others.map(({ name }) => name).join(', ')}. Choose that site to go
          on with them.
        </Note>
      )}
      <TextArea
        label="Lines of the invoice or list"
        hint="With columns such as code, description, quantity and unit price, copied from a spreadsheet or as CSV. 500 lines at most."
        rows={8}
        maxLength={longestPasted}
        placeholder={'Code\tDescription\tQty\tPrice\n88120\tNeutral floor cleaner 5L\t4\t38.00'}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => storeInput(textEntry, target.value)}
      />
      <FileField
        label="Or a CSV or Excel file"
        hint="Up to 1 MB. The shop stores nothing of it until you use the lines."
        accept={tableFiles}
        isBusy={isBusy}
        onChoose={(file) => file && void matchFile(file)}
      />
      <div>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Matching …' : 'Match the lines'}
        </Button>
      </div>
    </form>
  );
}
