import { formatSize } from '#lib/uploads.ts';

export const restoreSentences = {
  mayNotCreate:
    'The user of DATABASE_URL may not create and rename databases, so a backup can only be restored into an empty database. Create one and name it in DATABASE_URL, or let the user create databases (alter role … createdb) and own this one.',
  noSpace: (needed: number, free: number): string =>
    `The data folder's disk has ${formatSize(free)} left, and the restored shop needs ${formatSize(needed)} beside the present one.`,
  noRestorePoint: 'Nothing has been restored here, so there is nothing to go back to.',
  nothingToUndo: 'The last restore was into an empty database, so there is nothing to go back to.',
} as const;
