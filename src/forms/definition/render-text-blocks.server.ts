import { htmlOfMarkdown, sanitisedHtml } from '#platform/rendering/safe-html.server.ts';
import type { FormDefinition, FormField, ShownForm } from './definition.ts';
import { typeOf } from './field-types.ts';

/** Sanitised HTML of a markdown or HTML block: headings, lists, tables and links, no scripts. Null for other fields. */
export function htmlOf(field: FormField): string | null {
  const { control } = typeOf(field);
  const text = field.initialValue ?? '';
  if (control === 'markdown') return htmlOfMarkdown(text);
  return control === 'html' ? sanitisedHtml(text) : null;
}

/** A form as pages receive it: without mail addresses, and with text blocks as HTML. */
export function toShownForm(form: FormDefinition, version: number): ShownForm {
  const { notifyEmail: _notified, submitter: _mailed, formSections, ...rest } = form;
  return {
    ...rest,
    version,
    formSections: formSections.map((section) => ({
      ...section,
      formRows: section.formRows.map((row) => ({
        ...row,
        formFields: row.formFields.map((field) => ({ ...field, html: htmlOf(field) })),
      })),
    })),
  };
}
