/** A piece of a text: a heading, a paragraph, or a point of a list. */
export interface TextPiece {
  kind: 'heading' | 'paragraph' | 'point';
  text: string;
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string | undefined) =>
    code === undefined ? (signs[name ?? ''] ?? whole) : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  );

/** Between pieces; no text of people has it. */
const mark = '\u0001';
const blocks = /^(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|tr|blockquote|pre|hr)$/;

/** Sanitised HTML as pieces of text, for paper: lists as points, a table's row as a line. */
export function textOfHtml(html: string): TextPiece[] {
  const flat = html
    .replaceAll(mark, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/t[dh]>\s*(?=<t[dh])/gi, '   ')
    .replace(/<(\/?)([a-z][a-z0-9]*)[^>]*>/gi, (_tag, slash: string, name: string) =>
      markOf(name.toLowerCase(), slash),
    );
  return `b${flat}`.split(mark).flatMap((part) => {
    const [, kind = '', rest = ''] = /^(h|l|b)([^]*)$/.exec(part) ?? [];
    const text = unescaped(rest)
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim();
    return text === ''
      ? []
      : [{ kind: kind === 'h' ? 'heading' : kind === 'l' ? 'point' : 'paragraph', text } as const];
  });
}

/** What stands for a tag: the beginning of another piece, or nothing. */
function markOf(name: string, slash: string): string {
  if (!blocks.test(name)) return '';
  if (slash !== '') return `${mark}b`;
  if (/^h[1-6]$/.test(name)) return `${mark}h`;
  return name === 'li' ? `${mark}l` : `${mark}b`;
}
