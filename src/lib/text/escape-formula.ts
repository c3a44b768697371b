const couldBeFormula = /^'*[=+\-@]/;

/** Prefixes a `'` to a cell that a spreadsheet would run as a formula, because it begins with `=`, `+`, `-` or `@`. */
export const escapeFormula = (cell: string): string => (couldBeFormula.test(cell) ? `'${cell}` : cell);

/** Removes the `'` that `escapeFormula` added, so that exported cells can be imported unchanged. */
export const unescapeFormula = (cell: string): string => (/^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell);
