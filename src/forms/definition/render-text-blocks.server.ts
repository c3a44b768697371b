import markdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import type { FormDefinition, FormField, ShownForm } from './definition.ts';
import { typeOf } from './field-types.ts';

const markdown = markdownIt({ html: false, linkify: true, typographer: false });

const allowedTags =
  'p br hr strong b em i u s sub sup small code pre blockquote h2 h3 h4 h5 h6 ul ol li dl dt dd a span div table caption thead tbody tfoot tr th td'.split(
    ' ',
  );

const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The page already has an h1.
  transformTags: { h1: 'h2', a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
};

/** Sanitised HTML of a markdown or HTML block: headings, lists, tables and links, no scripts. Null for other fields. */
export function htmlOf(field: FormField): string | null {
  const { control } = typeOf(field);
  const text = field.initialValue ?? '';
  if (control === 'markdown') return sanitizeHtml(markdown.render(text), options);
  return control === 'html' ? sanitizeHtml(text, options) : null;
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
