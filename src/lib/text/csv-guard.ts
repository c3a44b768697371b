const couldBeFormula = /^'*[=+\-@]/;

/** A spreadsheet would run a cell that begins with `=`, `+`, `-` or `@`: a `'` before it keeps it text. */
export const guard = (cell: string): string => (couldBeFormula.test(cell) ? `'${cell}` : cell);

/** Takes off the `'` that `guard` wrote, so that what was written comes back the same. */
export const unguard = (cell: string): string => (/^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell);
