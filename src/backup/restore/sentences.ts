import { formatSize } from '#lib/uploads.ts';

export const restoreSentences = {
  mayNotCreate:
    'The user of DATABASE_URL may not create and rename databases, so a backup can only be restored into an empty database. Create one and name it in DATABASE_URL, or let the user create databases (alter role … createdb) and own this one.',
  noSpace: (needed: number, free: number): string =>
    `The data folder's disk has ${formatSize(free)} left, and the restored shop needs ${formatSize(needed)} beside the present one.`,
  atWork: 'Another restore is under way on this database. Wait until it has ended.',
  interrupted: 'A restore was interrupted. To take it back, run: npm run restore -- --undo. Or run the restore again.',
  willTakeBack: 'The interrupted restore will be undone.',
  willGoBack: 'The shop from before the last restore will replace this one.',
  otherDatabase:
    'The interrupted restore was filling a different database. To take it back, set DATABASE_URL to that database.',
  pointGone:
    'The former shop is not on this server any more: another restore has been made since, from another machine.',
  noRestorePoint: 'Nothing has been restored here, so there is nothing to go back to.',
  nothingToUndo: 'The last restore was into an empty database, so there is nothing to go back to.',
} as const;
