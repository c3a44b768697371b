import { Problem } from '#lib/api/problem.ts';

/** The name of the constraint that a row violated (`suppliers_name_key`); undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', constraint } = error as Error & { code?: string; constraint?: string }; // other errors have neither
  return code.startsWith('23') ? constraint : undefined; // integrity violations (PostgreSQL, appendix A)
}

/** Turns the violation of a unique index into a 409 with a fault at the field. */
export async function refuseDuplicate<T>(
  work: Promise<T>,
  constraint: string,
  path: string,
  message: string,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== constraint) throw error;
    throw new Problem(409, message, [{ path, message }]);
  }
}
