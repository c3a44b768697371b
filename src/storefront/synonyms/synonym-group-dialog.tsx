import { useState } from 'react';
import { Problem } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { groupInput } from './contract.ts';

/** The texts of the dialog's fields: phrases with commas or line breaks between. */
export interface GroupTexts {
  phrases: string;
  finds: string;
}

interface GroupDialogProps {
  title: string;
  act: string;
  texts: GroupTexts;
  /** The message for errors for which the server sends no sentence. */
  fallback: string;
  /** With `isLast`, overwrites somebody else's change. */
  send: (group: { phrases: string[]; finds: string[] }, isLast: boolean) => Promise<void>;
  close: () => void;
}

const listed = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');

/** Edits the phrases of a group, and what they find if they do not all mean the same. */
export function GroupDialog({ title, act, texts, fallback, send, close }: GroupDialogProps) {
  const [phrases, setPhrases] = useState(texts.phrases);
  const [finds, setFinds] = useState(texts.finds);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { refusal, isBusy, run } = useSubmit(fallback);
  const isLate = refusal === changedBySomeoneElse;
  const save = async (): Promise<void> => {
    const group = { phrases: listed(phrases), finds: listed(finds) };
    const read = groupInput.safeParse(group);
    const found = (read.error?.issues ?? []).map(
      ({ path, message }) => [String(path[0] ?? 'phrases'), message] as const,
    );
    setFaults(Object.fromEntries(found.toReversed())); // the first of each field wins
    if (!read.success) return;
    await run(
      () => send(group, isLate),
      (error) => {
        const refused = error instanceof Problem ? error.faults : [];
        setFaults(Object.fromEntries(refused.map(({ path, message }) => [path.split('.')[0] ?? '', message])));
      },
    );
  };
  return (
    <FormDialog {...{ title, refusal, isLate, isBusy, close }} submitLabel={act} onSubmit={save}>
      <TextArea
        label="Words and phrases, separated by commas"
        hint="For example: bin liners, bin bags, garbage bags"
        error={faults['phrases']}
        value={phrases}
        rows={3}
        autoFocus
        onChange={(event) => setPhrases(event.target.value)}
      />
      <TextArea
        label="Also find (one way)"
        hint="Leave this empty if all of the words above mean the same."
        error={faults['finds']}
        value={finds}
        rows={2}
        onChange={(event) => setFinds(event.target.value)}
      />
    </FormDialog>
  );
}
