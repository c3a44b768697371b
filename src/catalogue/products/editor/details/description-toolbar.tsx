import type { ChainedCommands, Editor } from '@tiptap/core';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ChevronDownIcon } from '#ui/icons/icons.tsx';
import { PopupMenu } from '#ui/overlay/popup-menu.tsx';
import { UndoIcon } from '#ui/icons/back-office-icons.tsx';
import styles from './description-editor.module.css';

interface DescriptionToolbarProps {
  editor: Editor | undefined;
  isSource: boolean;
  toggleSource: () => void;
  /** Only for Markdown: returns what is wrong with a link's address. If it is set, underlining is not offered, as Markdown has none. */
  linkFault?: ((address: string) => string | undefined) | undefined;
}

type Act = (chain: ChainedCommands) => ChainedCommands;

/** Bold, italic, underline, formats, lists, link, clear format, source code, undo and redo (specification, section 2). */
export function DescriptionToolbar({ editor, isSource, toggleSource, linkFault }: DescriptionToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [isLinking, setLinking] = useState(false);
  const run = (act: Act) => (): void => void (editor && act(editor.chain().focus()).run());
  const isOff = !editor || isSource;
  const mark = (label: string, content: ReactNode, act: Act) => (
    <Tool label={label} isOn={editor?.isActive(label.toLowerCase()) ?? false} isOff={isOff} onPress={run(act)}>
      {content}
    </Tool>
  );
  const menu = (label: string, entries: readonly { label: string; isOn: boolean; act: Act }[]) => (
    <PopupMenu
      button={
        <>
          {label}
          <ChevronDownIcon />
        </>
      }
      buttonClassName={cx(styles.tool, isOff && styles.off)}
      entries={isOff ? [] : entries.map(({ act, ...entry }) => ({ label: entry.label, onSelect: run(act) }))}
    />
  );
  const heading = (level: 2 | 3 | 4, label: string) => ({
    label,
    isOn: editor?.isActive('heading', { level }) ?? false,
    act: (chain: ChainedCommands) => chain.setHeading({ level }),
  });
  return (
    <div ref={bar} role="toolbar" aria-label="Format" className={styles.toolbar}>
      {mark('Bold', <b>B</b>, (chain) => chain.toggleBold())}
      {mark('Italic', <i>I</i>, (chain) => chain.toggleItalic())}
      {!linkFault && mark('Underline', <u>U</u>, (chain) => chain.toggleUnderline())}
      {menu('Formats', [
        { label: 'Paragraph', isOn: editor?.isActive('paragraph') ?? false, act: (chain) => chain.setParagraph() },
        heading(2, 'Heading'),
        heading(3, 'Subheading'),
        heading(4, 'Small heading'),
        { label: 'Quote', isOn: editor?.isActive('blockquote') ?? false, act: (chain) => chain.toggleBlockquote() },
      ])}
      {menu('Lists', [
        { label: 'Bullets', isOn: editor?.isActive('bulletList') ?? false, act: (chain) => chain.toggleBulletList() },
        { label: 'Numbers', isOn: editor?.isActive('orderedList') ?? false, act: (chain) => chain.toggleOrderedList() },
      ])}
      <Tool label="Link" isOn={editor?.isActive('link') ?? false} isOff={isOff} onPress={() => setLinking(true)}>
        Link
      </Tool>
      <Tool label="Clear format" isOff={isOff} onPress={run((chain) => chain.unsetAllMarks().clearNodes())}>
        Clear format
      </Tool>
      <Tool label="Source code" isOn={isSource} isOff={!editor} onPress={toggleSource}>
        Source code
      </Tool>
      <Tool label="Undo" isOff={isOff || !editor?.can().undo()} onPress={run((chain) => chain.undo())}>
        <UndoIcon />
      </Tool>
      <Tool label="Redo" isOff={isOff || !editor?.can().redo()} onPress={run((chain) => chain.redo())}>
        <UndoIcon className={styles.redo} />
      </Tool>
      {editor && isLinking && (
        <LinkDialog editor={editor} faultOf={linkFault ?? htmlLinkFault} close={() => setLinking(false)} />
      )}
    </div>
  );
}

interface ToolProps {
  label: string;
  isOn?: boolean;
  isOff: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A button that is off ignores presses but stays enabled, because a disabled button would lose the focus. */
function Tool({ label, isOn, isOff, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className={cx(styles.tool, isOff && styles.off)}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && onPress()}
    >
      {children}
    </button>
  );
}

const isAddress = (text: string): boolean => /^(https?:\/\/|mailto:|tel:)\S+$/i.test(text);

const htmlLinkFault = (address: string): string | undefined =>
  isAddress(address) ? undefined : 'Must begin with https://, mailto: or tel:.';

const withProtocol = (text: string): string => (/^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text) ? `https://${text}` : text);

interface LinkDialogProps {
  editor: Editor;
  faultOf: (address: string) => string | undefined;
  close: () => void;
}

function LinkDialog({ editor, faultOf, close }: LinkDialogProps) {
  const [address, setAddress] = useState<string>(String(editor.getAttributes('link')['href'] ?? ''));
  const [error, setError] = useState<string>();
  const set = (): void => {
    const href = withProtocol(address.trim());
    const fault = faultOf(href);
    if (fault) return setError(fault);
    const chain = editor.chain().focus().extendMarkRange('link');
    // If no text is selected, the address becomes the text of the link.
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    close();
  };
  const remove = (): void => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    close();
  };
  return (
    <Dialog isOpen title="Link" width="narrow" onClose={close}>
      <DialogBody>
        <TextField
          label="Address"
          value={address}
          error={error}
          inputMode="url"
          autoFocus
          onChange={(event) => setAddress(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // so that the product's form is not submitted
            set();
          }}
        />
      </DialogBody>
      <DialogFoot>
        <Button look="quiet" size="small" onClick={editor.isActive('link') ? remove : close}>
          {editor.isActive('link') ? 'Remove link' : 'Cancel'}
        </Button>
        <Button size="small" onClick={set}>
          Set link
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
