import { DescriptionEditor } from '#catalogue/products/editor/details/description-editor.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { target } from '../../content/content-fields.ts';

interface RichTextFieldProps {
  label: string;
  /** Markdown. */
  value: string;
  set: (markdown: string) => void;
  error: string | undefined;
}

const markdown = {
  load: async () => (await import('./markdown-editor.ts')).makeMarkdownEditor,
  linkFault: (address: string) => target.safeParse(address).error?.issues[0]?.message,
};

/** Whether a text has a table, which the editor would lose. */
const hasTable = (text: string): boolean => /^\s*\|.*\|\s*$/m.test(text);

/** Rich text. A text with a table is edited as Markdown. */
export function RichTextField({ label, value, set, error }: RichTextFieldProps) {
  if (hasTable(value))
    return (
      <TextArea
        label={label}
        hint="Markdown, because this text has a table."
        rows={14}
        error={error}
        value={value}
        onChange={(event) => set(event.target.value)}
      />
    );
  return <DescriptionEditor label={label} value={value} onChange={set} error={error} markdown={markdown} />;
}
