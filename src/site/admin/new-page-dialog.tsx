import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import { errorMessageOf, type Problem } from '#lib/api/problem.ts';
import { slug } from '#lib/text/slug.ts';
import { Button } from '#ui/button/button.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import type { createPage, ListedPage } from './contract.ts';

interface NewPageDialogProps {
  copyOf: ListedPage | undefined;
  close: () => void;
}

/** Asks for the title and the address of a new page, which is suggested from the title; then the page is opened. */
export function NewPageDialog({ copyOf, close }: NewPageDialogProps) {
  const navigate = useNavigate();
  const [title, setTitle] = useState(copyOf ? `${copyOf.title}, copy` : '');
  const [typedPath, setPath] = useState<string>();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const path = typedPath ?? (title.trim() ? `/${slug(title)}/` : '');
  const create = async (): Promise<void> => {
    setBusy(true);
    setRefusal(undefined);
    setFaults({});
    try {
      const body = { title, path, copyOf: copyOf?.id ?? null };
      const { id } = await call<typeof createPage>('POST /v1/site/pages', { body });
      await navigate(`/admin/site/pages/${id}/`);
    } catch (error) {
      const message = errorMessageOf(error, 'Unable to create the page.');
      const { faults: found } = error as Problem; // `errorMessageOf` rethrows everything else
      if (found.length > 0) setFaults(Object.fromEntries(found.map((fault) => [fault.path, fault.message])));
      else setRefusal(message);
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen title={copyOf ? `Copy “${copyOf.title}”` : 'New page'} width="narrow" onClose={close}>
      <form
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void create();
        }}
      >
        <DialogBody>
          <Refusal>{refusal}</Refusal>
          <TextField
            label="Title"
            value={title}
            error={faults['title']}
            autoComplete="off"
            onChange={(event) => setTitle(event.target.value)}
          />
          <TextField
            label="Address"
            hint="Small letters, digits and hyphens between slashes."
            value={path}
            error={faults['path']}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setPath(event.target.value)}
          />
        </DialogBody>
        <DialogFoot close={close}>
          <Button type="submit" size="small" isBusy={isBusy}>
            {copyOf ? 'Copy page' : 'Create page'}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
