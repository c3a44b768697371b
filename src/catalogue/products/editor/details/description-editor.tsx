import { useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '#ui/form/field.tsx';
import styles from './description-editor.module.css';
import { DescriptionToolbar } from './description-toolbar.tsx';
import type { MadeEditor, MakeEditor } from './tiptap.ts';

interface DescriptionEditorProps {
  label: string;
  /** HTML, or Markdown. */
  value: string;
  onChange: (content: string) => void;
  error?: string | undefined;
  /** Only for Markdown: a function that loads the Markdown editor, and a function that returns the fault in a link's address. */
  markdown?: Markdown;
}

export interface Markdown {
  load: () => Promise<MakeEditor>;
  linkFault: (address: string) => string | undefined;
}

const loadHtmlEditor = async (): Promise<MakeEditor> => (await import('./tiptap.ts')).makeEditor;

/** A rich text field that can show its source. The editor's code is loaded when the field is shown. */
export function DescriptionEditor({ label, value, onChange, error, markdown }: DescriptionEditorProps) {
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const current = useRef(value);
  const [made, setMade] = useState<MadeEditor>();
  const editor = made?.editor;
  const load = markdown?.load ?? loadHtmlEditor;
  const [, setRenderCount] = useState(0);
  const [isSource, setSource] = useState(false);
  const handleChange = useRef((_content: string) => {});
  useEffect(() => {
    handleChange.current = (content) => {
      current.current = content;
      onChange(content);
    };
  });
  useEffect(() => {
    let loaded: MadeEditor | undefined;
    let isGone = false;
    void load().then((makeEditor) => {
      if (isGone || !container.current) return;
      const own = { element: container.current, content: current.current, label, describedBy: `${id}-error` };
      loaded = makeEditor({
        ...own,
        onChange: (content) => handleChange.current(content),
        onState: () => setRenderCount((count) => count + 1),
      });
      setMade(loaded);
    });
    return () => {
      isGone = true;
      loaded?.editor.destroy();
    };
  }, [label, id, load]);
  useEffect(() => {
    // The editor already shows its own changes; any other value is the stored text or another user's version.
    if (value === current.current) return;
    current.current = value;
    made?.show(value);
  }, [value, made]);
  const toggleSource = (): void => {
    if (isSource) made?.show(value, true);
    setSource(!isSource);
  };
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.frame} data-invalid={error ? true : undefined}>
        <DescriptionToolbar
          editor={editor}
          isSource={isSource}
          toggleSource={toggleSource}
          linkFault={markdown?.linkFault}
        />
        {/* The text can be read before the editor is loaded. The server sanitised it when it was saved. */}
        {!editor && !markdown && <div className={styles.text} dangerouslySetInnerHTML={{ __html: value }} />}
        {!editor && markdown && <div className={styles.text} />}
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
