/** A text of XML. */
export type Xml = string & { readonly xml: true };

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text, and removes the control characters that XML 1.0 can't contain. */
const escape = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
  text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => references[sign] ?? '');

/** An element with a text or with other elements; nothing if it would be empty, which the rules of e-invoices forbid. */
export function element(
  name: string,
  content: string | readonly Xml[],
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const inside = typeof content === 'string' ? escape(content.trim()) : content.join('');
  if (inside === '') return '' as Xml; // nothing is valid XML too
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${given.join('')}>${inside}</${name}>` as Xml; // of escaped texts and of XML
}
