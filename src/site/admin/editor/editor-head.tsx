import { useState } from 'react';
import { Link } from '#ui/link.tsx';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { Button } from '#ui/button/button.tsx';
import { IconButton } from '#ui/button/icon-button.tsx';
import { cx } from '#ui/classes.ts';
import { DotsIcon, UndoIcon } from '#ui/icons/back-office-icons.tsx';
import { type MenuEntry, PopupMenu } from '#ui/overlay/popup-menu.tsx';
import type { cancelPublishing, discardChanges, EditedPage, publishPage, unpublishPage } from '../contract.ts';
import { PageStateBadge } from '../page-state.tsx';
import { useRemovePage } from '../remove-page.tsx';
import styles from './editor.module.css';
import { type Device, devices } from './preview.tsx';
import { PublishAtDialog } from './publish-at-dialog.tsx';
import type { Editor } from './use-editor.ts';
import { VersionsDialog } from './versions-dialog.tsx';

interface EditorHeadProps {
  editor: Editor;
  saveDraft: () => void;
  device: Device;
  setDevice: (device: Device) => void;
  /** In narrow windows either the page or its fields are shown. */
  view: 'edit' | 'preview';
  setView: (view: 'edit' | 'preview') => void;
  /** Called once the page has been removed. */
  left: () => void;
}

/** The title and state of the page, the widths of its preview, and buttons for everything that can be done with it. */
export function EditorHead({ editor, saveDraft, device, setDevice, view, setView, left }: EditorHeadProps) {
  const { page, content, isDirty, isBusy, canUndo, canRedo, step, actOnSaved } = editor;
  const [opened, setOpened] = useState<'at' | 'versions'>();
  const removing = useRemovePage(left);
  const params = { id: page.id };
  const publish = () =>
    actOnSaved(
      ({ version }) => call<typeof publishPage>('POST /v1/site/pages/{id}/publish', { params, body: { version } }),
      'The page is published.',
    );
  const toPublish = isDirty || page.state !== 'published';
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{content.title || 'Page without a title'}</h1>
        <PageStateBadge state={isDirty && page.state === 'published' ? 'changed' : page.state} />
        <p>{stateSentence(page, isDirty)}</p>
      </div>
      <div role="group" aria-label="Width of the preview" className={styles.devices}>
        {Object.entries(devices).map(([name, { label }]) => (
          <button key={name} type="button" aria-pressed={device === name} onClick={() => setDevice(name as Device)}>
            {label}
          </button>
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          look="quiet"
          size="small"
          className={styles.toggle}
          aria-pressed={view === 'preview'}
          onClick={() => setView(view === 'edit' ? 'preview' : 'edit')}
        >
          {view === 'edit' ? 'Preview' : 'Edit'}
        </Button>
        <IconButton label="Undo" disabled={!canUndo} onClick={() => step({ type: 'undo' })}>
          <UndoIcon />
        </IconButton>
        <IconButton label="Redo" disabled={!canRedo} className={styles.redo} onClick={() => step({ type: 'redo' })}>
          <UndoIcon />
        </IconButton>
        {page.published && (
          <Link to={page.published.path} target="_blank" className={styles.view}>
            View
          </Link>
        )}
        <Button look="quiet" size="small" isBusy={isBusy} disabled={!isDirty} onClick={saveDraft}>
          Save draft
        </Button>
        <Button size="small" isBusy={isBusy} disabled={!toPublish} onClick={() => void publish()}>
          Publish
        </Button>
        <PopupMenu
          button={<DotsIcon />}
          buttonClassName={cx(styles.more)}
          label="More actions"
          entries={menuOf(editor, {
            open: setOpened,
            remove: () => removing.remove({ id: page.id, title: content.title }),
          })}
        />
      </div>
      {opened === 'at' && <PublishAtDialog editor={editor} close={() => setOpened(undefined)} />}
      {opened === 'versions' && <VersionsDialog editor={editor} close={() => setOpened(undefined)} />}
      {removing.question}
    </header>
  );
}

function stateSentence(page: EditedPage, isDirty: boolean): string {
  const { state, updatedBy, updatedDate, publishAt, publishFailed } = page;
  if (isDirty) return 'Not saved yet.';
  if (publishFailed !== null) return `It could not be published at its time: ${publishFailed}`;
  if (state === 'scheduled' && publishAt) return `Will be published on ${formatInstant(new Date(publishAt))}.`;
  return `Saved on ${formatInstant(new Date(updatedDate))} by ${updatedBy}.`;
}

interface Openers {
  open: (dialog: 'at' | 'versions') => void;
  remove: () => void;
}

function menuOf({ page, act, isDirty }: Editor, { open, remove }: Openers): MenuEntry[] {
  const params = { id: page.id };
  const isHome = page.published?.path === '/';
  const entries: (MenuEntry | false)[] = [
    { label: page.publishAt ? 'Change the time of publishing…' : 'Publish at a time…', onSelect: () => open('at') },
    page.publishAt !== null && {
      label: 'Cancel the scheduled publication',
      onSelect: () =>
        void act(
          () => call<typeof cancelPublishing>('POST /v1/site/pages/{id}/cancel-publishing', { params }),
          'The page is no longer scheduled.',
        ),
    },
    { label: 'Versions…', onSelect: () => open('versions') },
    page.published !== null &&
      (page.state === 'changed' || isDirty || page.state === 'scheduled') && {
        label: 'Discard changes',
        isDangerous: true,
        startsGroup: true,
        onSelect: () =>
          void act(
            ({ version }) =>
              call<typeof discardChanges>('POST /v1/site/pages/{id}/discard', { params, body: { version } }),
            'The draft is the published page again.',
            { replacesDraft: true },
          ),
      },
    page.published !== null &&
      !isHome && {
        label: 'Take back',
        isDangerous: true,
        onSelect: () =>
          void act(
            ({ version }) =>
              call<typeof unpublishPage>('POST /v1/site/pages/{id}/unpublish', { params, body: { version } }),
            'Visitors no longer see the page.',
          ),
      },
    !isHome && { label: 'Remove page', isDangerous: true, onSelect: remove },
  ];
  return entries.filter((entry) => entry !== false);
}
