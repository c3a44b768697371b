import type { Editor } from '@tiptap/core';
import { useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '#ui/form/field.tsx';
import styles from './description-editor.module.css';
import { EditorToolbar } from './description-toolbar.tsx';

interface DescriptionEditorProps {
  label: string;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  error?: string | undefined;
}

/** A rich text field, 300 px high, which can show its HTML source. The editor's code is loaded separately. */
export function DescriptionEditor({ label, value, onChange, error }: DescriptionEditorProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const currentHtml = useRef(value);
  const [editor, setEditor] = useState<Editor>();
  const [, setTurn] = useState(0);
  const [isSource, setSource] = useState(false);
  const changed = useRef((_html: string) => {});
  useEffect(() => {
    changed.current = (html) => {
      currentHtml.current = html;
      onChange(html);
    };
  });
  useEffect(() => {
    let made: Editor | undefined;
    let isGone = false;
    void import('./tiptap.ts').then(({ makeEditor }) => {
      if (isGone || !place.current) return;
      const own = { element: place.current, content: currentHtml.current, label, describedBy: `${id}-error` };
      made = makeEditor({
        ...own,
        onChange: (html) => changed.current(html),
        onState: () => setTurn((turn) => turn + 1),
      });
      setEditor(made);
    });
    return () => {
      isGone = true;
      made?.destroy();
    };
  }, [label, id]);
  useEffect(() => {
    // The value changed from outside: discarded, or replaced by another user's version.
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
        <EditorToolbar editor={editor} isSource={isSource} toggleSource={toggleSource} />
        {/* The text can be read before the editor's code is there; it was sanitised when it was written. */}
        {!editor && <div className={styles.text} dangerouslySetInnerHTML={{ __html: value }} />}
        <div ref={place} className={styles.text} hidden={isSource || !editor} />
        {isSource && (
          <textarea
            className={styles.source}
            aria-label={`${label}, source code`}
            spellCheck={false}
            value={value}
            onChange={(event) => changed.current(event.target.value)}
          />
        )}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}
