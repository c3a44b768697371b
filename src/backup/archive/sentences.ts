/** Why an archive is refused. Each ends a message that begins with the file's name. */
export const archiveSentences = {
  missing: 'There is no such file.',
  foreign: 'It is not a backup of Spruce.',
  incomplete: 'The backup is incomplete: its end is missing.',
  damaged: 'The backup is damaged.',
  needsKey: 'The backup is encrypted. Set BACKUP_KEY to the key that it was made with.',
  otherKey: 'The backup is encrypted with another BACKUP_KEY, or its beginning is damaged.',
  migrating: 'The database is being migrated. Try again once that has finished.',
  restoring:
    'The shop is incomplete, because a restore is under way or was interrupted. Back it up once the restore has finished. To take back an interrupted one, run: npm run restore -- --undo',
  newer: (version: string): string =>
    `The backup was made by a newer version of Spruce (${version}). Install that version or a later one to restore it.`,
} as const;
