import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';

export interface EditorOptions {
  element: HTMLElement;
  /** HTML, or Markdown for an editor of Markdown. */
  content: string;
  label: string;
  describedBy: string;
  onChange: (content: string) => void;
  /** Called when the caret moves or the active formats change. */
  onState: () => void;
}

/** An editor, and the function that replaces its content. */
export interface MadeEditor {
  editor: Editor;
  /** `isTyped`: the user has typed the content, so `onChange` is called with what the editor has made of it. */
  show: (content: string, isTyped?: boolean) => void;
}

export type MakeEditor = (options: EditorOptions) => MadeEditor;

/** An editor that has exactly the formats of the toolbar (specification of the shop, section 2) and pastes plain text. */
export const makeEditor: MakeEditor = ({ element, content, label, describedBy, onChange, onState }) => {
  const editor = new Editor({
    element,
    content,
    injectCSS: false, // the page's security policy refuses injected CSS; the CSS module has these styles
    extensions: [
      StarterKit.configure({
        code: false,
        codeBlock: false,
        horizontalRule: false,
        strike: false,
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null, class: null } },
      }),
    ],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-describedby': describedBy },
      handlePaste: (view, event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (text !== '') view.pasteText(text);
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    onTransaction: onState,
  });
  return { editor, show: (html, isTyped = false) => editor.commands.setContent(html, { emitUpdate: isTyped }) };
};
