const lostCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '25006', // a former primary has become a read-only standby
]);

/** PostgreSQL's error classes for a broken connection and for a server that stops, starts or recovers. */
const lostClasses = /^(?:08|57P)/;

/** Messages of the driver, its pool and Kysely for a lost connection; these errors have no code. */
const lostWords =
  /^(?:Connection terminated|Client (?:has|was) |Postgres connection has been discarded|timeout expired$)/;

/** Whether a server, above all the database, could not be reached or was lost during a query. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException; // other errors have neither
  return lostCodes.has(code) || lostClasses.test(code) || syscall === 'connect' || lostWords.test(error.message);
}
