/** A text of XML. */
export type Xml = string & { readonly xml: true };

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text, and removes what XML 1.0 can't contain: control characters, apart from white space, and U+FFFE and U+FFFF. */
const escape = (text: string): string =>
  text
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
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
