import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, loadOrPageError, requireAdministrator } from '#lib/api/api-context.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Note } from '#ui/feedback/note.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import { backOfficeMeta } from '#ui/layout/page-head.tsx';
import { useKeyboardShortcuts } from '#ui/use-keyboard-shortcuts.ts';
import { loadShop } from '../../blocks/load-shop.ts';
import { type EditedPage, pageSentences, previewPage, readPage, siteChoices } from '../contract.ts';
import { BlockList } from '../editor/block-list.tsx';
import { ConflictDialog } from '../editor/conflict-dialog.tsx';
import { EditorHead } from '../editor/editor-head.tsx';
import styles from '../editor/editor.module.css';
import { type Device, Preview } from '../editor/preview.tsx';
import { BlockSettings, PageSettings, settingsName } from '../editor/settings-panel.tsx';
import { useEditor } from '../editor/use-editor.ts';
import { usePreview } from '../editor/use-preview.ts';
import { ContentForm } from '../fields/content-field.tsx';
import type { Route } from './+types/site-page';

export const handle = {
  crumb: (data?: { page: EditedPage }) => data?.page.draft.title ?? 'Page',
  above: [{ label: 'Pages', to: '/admin/site/' }],
};

export const meta = (args: Route.MetaArgs) => backOfficeMeta(args.loaderData?.page.draft.title ?? 'Page')(args);

export async function loader({ context, url, params }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageSite');
  const call = api(context);
  const load = async () => {
    const { id } = params;
    const [page, choices] = await Promise.all([call(readPage, { params: { id } }), call(siteChoices)]);
    const shown = await call(previewPage, { params: { id }, body: { content: page.draft } });
    return { page, choices, shown, shops: await loadShop(call, shown.blocks) };
  };
  return loadOrPageError(pageSentences.read, load());
}

/** The page is loaded only once, when the editor opens; the editor itself follows what the server stores. */
export const shouldRevalidate = ({ currentParams, nextParams }: { currentParams: object; nextParams: object }) =>
  JSON.stringify(currentParams) !== JSON.stringify(nextParams);

/** What happens to unsaved changes. */
const kept =
  'Your changes have not been saved. This browser keeps them until you sign out, and offers them when you open the page again.';

/** The same condition as in the editor's styles. */
const stacked = '(max-width: 46.8125rem)';

export default function SitePageEditor({ loaderData }: Route.ComponentProps) {
  return <PageEditor key={loaderData.page.id} {...loaderData} />;
}

function PageEditor({ page: stored, choices, shown, shops: firstShops }: Route.ComponentProps['loaderData']) {
  const editor = useEditor(stored);
  const { content, step, change, save, isDirty, isBusy, faults, attempts } = editor;
  const [first] = useState({ content: stored.draft, shown, shops: firstShops });
  const { page, shops, isStale, pictures, addPicture } = usePreview({ id: stored.id, content, choices, first });
  const [chosen, setChosen] = useState(stored.draft.blocks[0]?.id ?? settingsName);
  const fields = useRef<HTMLElement>(null);
  /** Where the fields are below the list, they are scrolled into view. */
  const choose = (block: string): void => {
    setChosen(block);
    setView('edit');
    if (matchMedia(stacked).matches) requestAnimationFrame(() => fields.current?.scrollIntoView());
  };
  const [device, setDevice] = useState<Device>('desktop');
  const [view, setView] = useState<'edit' | 'preview'>('edit');
  const navigate = useNavigate();
  const place = content.blocks.findIndex(({ id }) => id === chosen);
  useKeyboardShortcuts({
    'mod+s': () => isDirty && void save(),
    'mod+z': () => step({ type: 'undo' }),
    'mod+shift+z': () => step({ type: 'redo' }),
  });
  // After an attempt to save, the fields of the first block that has a fault come into view.
  const [path] = [...faults.keys()].sort();
  const faulty = path === undefined ? undefined : (/^blocks\.(\d+)/.exec(path)?.[1] ?? settingsName);
  const [seenAttempts, setSeenAttempts] = useState(0);
  if (seenAttempts !== attempts) {
    setSeenAttempts(attempts);
    if (attempts > 0 && faulty !== undefined) setChosen(content.blocks[Number(faulty)]?.id ?? settingsName);
  }
  return (
    <ContentForm
      fields={{
        content,
        change,
        bringBack: (removed) => step({ type: 'itemBack', removed }),
        faults,
        choices,
        pictures,
        addPicture,
      }}
    >
      <LeaveGuard isDirty={isDirty && !isBusy} about={kept} />
      <div className={cx(styles.editor, view === 'preview' && styles.previewing)}>
        <EditorHead
          editor={editor}
          saveDraft={() => void save()}
          device={device}
          setDevice={setDevice}
          view={view}
          setView={(next) => {
            if (matchMedia(stacked).matches) setDevice('phone'); // a wider device would be too small to read
            setView(next);
          }}
          left={() => void navigate('/admin/site/')}
        />
        {editor.hasLeftover && <Leftover decide={editor.decideOnLeftover} />}
        <nav className={styles.blocks} aria-label="Blocks of the page">
          <button
            type="button"
            className={cx(styles.settings, chosen === settingsName && styles.chosen)}
            aria-current={chosen === settingsName || undefined}
            onClick={() => choose(settingsName)}
          >
            <b>Page settings</b>
            <span>{content.path}</span>
          </button>
          <BlockList
            blocks={content.blocks}
            faults={faults}
            chosen={chosen}
            choose={choose}
            change={(blocks) => step({ type: 'blocks', blocks })}
            bringBack={(block, at) => step({ type: 'blockBack', block, place: at })}
          />
        </nav>
        <section className={styles.preview} aria-label="Preview">
          {isStale && (
            <p role="status" className={styles.stale}>
              The preview could not be refreshed: some texts and pictures in it may be older.
            </p>
          )}
          <Preview page={page} shops={shops} device={device} chosen={chosen} choose={choose} />
        </section>
        <section ref={fields} className={styles.fields} aria-label="Fields">
          {place < 0 ? (
            <PageSettings content={content} page={page} isHome={stored.published?.path === '/'} />
          ) : (
            <BlockSettings key={chosen} block={content.blocks[place]} place={place} />
          )}
        </section>
      </div>
      <ConflictDialog editor={editor} />
    </ContentForm>
  );
}

/** Offered if the window was closed, or the machine stopped, before changes were saved. */
function Leftover({ decide }: { decide: (isWanted: boolean) => void }) {
  return (
    <div role="region" aria-label="Unsaved changes" className={styles.leftover}>
      <Note tone="warning">You left changes on this page that were not saved.</Note>
      <Button look="quiet" size="small" onClick={() => decide(true)}>
        Bring them back
      </Button>
      <Button look="plain" size="small" onClick={() => decide(false)}>
        Discard them
      </Button>
    </div>
  );
}
