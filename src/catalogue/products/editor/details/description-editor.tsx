import type { Editor } from '@tiptap/core';
import { useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '#ui/form/field.tsx';
import styles from './description-editor.module.css';
import { DescriptionToolbar } from './description-toolbar.tsx';

interface DescriptionEditorProps {
  label: string;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  error?: string | undefined;
}

/** A rich text field that can show its HTML source. The editor's code is loaded when the field is shown. */
export function DescriptionEditor({ label, value, onChange, error }: DescriptionEditorProps) {
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const currentHtml = useRef(value);
  const [editor, setEditor] = useState<Editor>();
  const [, setRenderCount] = useState(0);
  const [isSource, setSource] = useState(false);
  const handleChange = useRef((_html: string) => {});
  useEffect(() => {
    handleChange.current = (html) => {
      currentHtml.current = html;
      onChange(html);
    };
  });
  useEffect(() => {
    let loaded: Editor | undefined;
    let isGone = false;
    void import('./tiptap.ts').then(({ makeEditor }) => {
      if (isGone || !container.current) return;
      const own = { element: container.current, content: currentHtml.current, label, describedBy: `${id}-error` };
      loaded = makeEditor({
        ...own,
        onChange: (html) => handleChange.current(html),
        onState: () => setRenderCount((count) => count + 1),
      });
      setEditor(loaded);
    });
    return () => {
      isGone = true;
      loaded?.destroy();
    };
  }, [label, id]);
  useEffect(() => {
    // Skips the editor's own changes; other values are the stored text or another user's version.
    if (value === currentHtml.current) return;
    currentHtml.current = value;
    editor?.commands.setContent(value, { emitUpdate: false });
  }, [value, editor]);
  const toggleSource = (): void => {
    if (isSource) editor?.commands.setContent(value, { emitUpdate: true });
    setSource(!isSource);
  };
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.frame} data-invalid={error ? true : undefined}>
        <DescriptionToolbar editor={editor} isSource={isSource} toggleSource={toggleSource} />
        {/* The text can be read before the editor is loaded. The server sanitised it when it was saved. */}
        {!editor && <div className={styles.text} dangerouslySetInnerHTML={{ __html: value }} />}
        <div ref={container} className={styles.text} hidden={isSource || !editor} />
        {isSource && (
          <textarea
            className={styles.source}
            aria-label={`${label}, source code`}
            spellCheck={false}
            value={value}
            onChange={(event) => handleChange.current(event.target.value)}
          />
        )}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
