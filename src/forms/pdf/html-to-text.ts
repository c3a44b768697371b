/** A heading, a paragraph, or a list item. */
export interface TextPiece {
  kind: 'heading' | 'paragraph' | 'listItem';
  text: string;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (entities[name ?? ''] ?? whole) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );

/** Separator between pieces; people cannot type it. */
const separator = '\u0001';
const blocks = /^(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|tr|blockquote|pre|hr)$/;

/** Converts sanitised HTML to text for PDFs: a table row becomes a line. */
export function htmlToText(html: string): TextPiece[] {
  const flat = html
    .replaceAll(separator, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/t[dh]>\s*(?=<t[dh])/gi, '   ')
    .replace(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi, (_tag, slash: string, name: string) =>
      replacementFor(name.toLowerCase(), slash),
    );
  return `b${flat}`.split(separator).flatMap((part) => {
    const [, kind = '', rest = ''] = /^(h|l|b)([^]*)$/.exec(part) ?? [];
    const text = decodeEntities(rest)
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim();
    return text === ''
      ? []
      : [{ kind: kind === 'h' ? 'heading' : kind === 'l' ? 'listItem' : 'paragraph', text } as const];
  });
}

/** Replaces a block tag with a separator and the kind of the next piece: heading, list item, or block. Removes other tags. */
function replacementFor(name: string, slash: string): string {
  if (!blocks.test(name)) return '';
  if (slash !== '') return `${separator}b`;
  if (/^h[1-6]$/.test(name)) return `${separator}h`;
  return name === 'li' ? `${separator}l` : `${separator}b`;
}
