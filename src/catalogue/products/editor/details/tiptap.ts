import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';

interface EditorOptions {
  element: HTMLElement;
  content: string;
  label: string;
  describedBy: string;
  onChange: (html: string) => void;
  /** Called when the caret moves or the active formats change. */
  onState: () => void;
}

/** An editor that has exactly the formats of the toolbar (specification of the shop, section 2) and pastes plain text. */
export const makeEditor = ({ element, content, label, describedBy, onChange, onState }: EditorOptions): Editor =>
  new Editor({
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
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
    onTransaction: onState,
  });
