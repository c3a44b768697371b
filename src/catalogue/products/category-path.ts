const escaped = (name: string): string => name.replace(/[\\>;]/g, '\\$&');

/** Writes a category path; `>`, `;` and `\` inside a name are escaped with a `\`. */
export const joinPath = (names: readonly string[]): string => names.map(escaped).join(' > ');

/** Splits at each `separator` that is not escaped with a `\`. Parts are trimmed but still escaped; blank parts are dropped. */
export function splitAt(text: string, separator: '>' | ';'): string[] {
  const parts = [''];
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string; // `i` is below the length
    if (char === '\\') parts[parts.length - 1] += char + (text[++i] ?? '');
    else if (char === separator) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

export const unescaped = (name: string): string => name.replace(/\\(.)/g, '$1');

/** The paths in the cell `A > B; C`, each as a list of names. */
export const readPaths = (cell: string): string[][] =>
  splitAt(cell, ';').map((path) => splitAt(path, '>').map((name) => unescaped(name)));
