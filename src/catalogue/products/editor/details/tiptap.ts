import { Editor } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';

interface EditorOptions {
  element: HTMLElement;
  content: string;
  label: string;
  describedBy: string;
  onChange: (html: string) => void;
  /** The caret moved, or the active formats changed. */
  onState: () => void;
}

/** The editor with exactly the formats of the toolbar (specification of the shop, section 2); text is pasted plain. */
export const makeEditor = ({ element, content, label, describedBy, onChange, onState }: EditorOptions): Editor =>
  new Editor({
    element,
    content,
    injectCSS: false, // refused by the page's policy; the CSS module has the styles
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
