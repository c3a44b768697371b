import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import type { SiteChoice } from '../../accounts/own-sites.tsx';
import type { copyOrderList } from '../contract.ts';
import { listSentences as sentences } from '../sentences.ts';
import type { ShownList } from '../use-lists.ts';

interface CopyDialogProps {
  choice: SiteChoice;
  list: ShownList;
  /** Called with the copy if it belongs to the chosen site. */
  copied: (list: ShownList) => void;
  close: () => void;
}

/** Copies a list to another site of the account, or to the same one under another name. */
export function CopyDialog({ choice, list, copied, close }: CopyDialogProps) {
  const { siteId, account } = choice;
  const others = account.sites.filter(({ id }) => id !== siteId);
  const [target, setTarget] = useState(others[0]?.id ?? siteId);
  const [name, setName] = useState(others.length > 0 ? list.name : `${list.name}, copy`);
  const { refusal, isBusy, run } = useSubmit(sentences.save);
  const copy = () =>
    run(async () => {
      const input = { params: { siteId, listId: list.id }, body: { siteId: target, name } };
      const made = await call<typeof copyOrderList>('POST /v1/trade/sites/{siteId}/lists/{listId}/copy', input);
      const site = account.sites.find(({ id }) => id === target)?.name ?? '';
      notify({ text: `${made.name} has been copied to ${site}.` });
      if (target === siteId) copied(made);
      close();
    });
  return (
    <FormDialog
      title="Copy list"
      about={list.name}
      width="narrow"
      refusal={refusal}
      submitLabel="Copy"
      isBusy={isBusy}
      onSubmit={copy}
      close={close}
    >
      <SelectField
        label="To the site"
        value={target}
        choices={account.sites.map((site) => ({ value: site.id, label: site.name }))}
        onChange={(event) => setTarget(event.target.value)}
      />
      <TextField
        label="Name of the copy"
        autoComplete="off"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
