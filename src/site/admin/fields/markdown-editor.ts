import { Editor } from '@tiptap/core';
import { Markdown } from '@tiptap/markdown';
import { StarterKit } from '@tiptap/starter-kit';
import type { MakeEditor } from '#catalogue/products/editor/details/tiptap.ts';

/** An editor of Markdown. Text pasted from Word or from a page keeps only the formats that the editor has. */
export const makeMarkdownEditor: MakeEditor = ({ element, content, label, describedBy, onChange, onState }) => {
  const editor = new Editor({
    element,
    content,
    contentType: 'markdown',
    injectCSS: false, // the page's security policy refuses injected CSS; the CSS module has these styles
    extensions: [
      StarterKit.configure({
        codeBlock: false,
        underline: false,
        heading: { levels: [2, 3, 4] },
        link: {
          openOnClick: false,
          autolink: false,
          protocols: ['page'],
          isAllowedUri: (address, { defaultValidate }) => /^(page:|\/|#)/.test(address) || defaultValidate(address),
          HTMLAttributes: { target: null, rel: null, class: null },
        },
      }),
      Markdown,
    ],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, 'aria-describedby': describedBy },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getMarkdown()),
    onTransaction: onState,
  });
  return {
    editor,
    show: (markdown, isTyped = false) =>
      editor.commands.setContent(markdown, { emitUpdate: isTyped, contentType: 'markdown' }),
  };
};
