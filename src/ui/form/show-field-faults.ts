import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { Problem } from '#lib/api/problem.ts';

/** Shows the server's faults beside these fields, one per field, and focuses the last of them. Returns false if none has a fault. */
export function showFieldFaults<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const faults = error instanceof Problem ? error.faults : [];
  const shown = fields.flatMap((name) => faults.find(({ path }) => path === name) ?? []);
  for (const { path, message } of shown) setError(path as Path<Values>, { message }, { shouldFocus: true }); // one of `fields`
  return shown.length > 0;
}
