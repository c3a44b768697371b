/** The name of the constraint that a row violated (`suppliers_name_key`); undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', constraint } = error as Error & { code?: string; constraint?: string }; // other errors have neither
  return code.startsWith('23') ? constraint : undefined; // integrity violations (PostgreSQL, appendix A)
}
