/** The code of an error: PostgreSQL's (`23505`), or the system's (`ENOENT`); empty for other errors. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
