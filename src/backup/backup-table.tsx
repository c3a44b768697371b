import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import { countText } from '#lib/text/count-text.ts';
import { durationText } from '#lib/text/duration-text.ts';
import { formatSize } from '#lib/uploads.ts';
import { AnchorButton, Button } from '#ui/button/button.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { DownloadIcon } from '#ui/icons/back-office-icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import { DeleteQuestion } from '#ui/overlay/delete-question.tsx';
import type { Backup, deleteBackup } from './contract.ts';
import styles from './backups.module.css';

const kinds = { scheduled: 'Nightly', before_migration: 'Before an update', manual: 'By hand' } as const;

const instant = (date: string): string => formatInstant(new Date(date));

const duration = ({ startedDate, finishedDate }: Backup): string =>
  durationText(finishedDate === null ? 0 : (Date.parse(finishedDate) - Date.parse(startedDate)) / 1_000);

const versions = {
  same: { tone: 'success', label: 'This version' },
  older: { tone: 'neutral', label: 'Older' },
  newer: { tone: 'warning', label: 'Newer' },
} as const;

function State({ backup: { state, verifiedDate } }: { backup: Backup }) {
  if (state === 'running') return <Badge tone="info">Under way</Badge>;
  if (state === 'failed') return <Badge tone="danger">Failed</Badge>;
  return <Badge tone={verifiedDate ? 'success' : 'warning'}>{verifiedDate ? 'Verified' : 'Not verified'}</Badge>;
}

/** All backups, newest first. */
export function BackupTable({ backups }: { backups: readonly Backup[] }) {
  const { revalidate } = useRevalidator();
  const [deleting, setDeleting] = useState<Backup>();
  const columns: SimpleColumn<Backup>[] = [
    {
      label: 'Made',
      cell: ({ startedDate }) => instant(startedDate),
      about: ({ kind, createdBy }) => (createdBy ? `${kinds[kind]}, by ${createdBy}` : kinds[kind]),
    },
    {
      label: 'State',
      isText: true,
      cell: (backup) => <State backup={backup} />,
      about: (backup) =>
        backup.error ?? (backup.state === 'done' ? `Checked and complete, took ${duration(backup)}` : ''),
    },
    {
      label: 'Version',
      isText: true,
      cell: ({ version }) => <Badge tone={versions[version].tone}>{versions[version].label}</Badge>,
      about: ({ appVersion, version }) => (version === 'newer' ? `${appVersion}, can't be restored here` : appVersion),
    },
    {
      label: 'Size',
      isText: true,
      cell: ({ bytes }) => (bytes === null ? '–' : formatSize(bytes)),
      about: ({ filesCount, databaseBytes, isEncrypted }) =>
        databaseBytes === null
          ? ''
          : `${countText(filesCount ?? 0, 'file')}, database ${formatSize(databaseBytes)}${isEncrypted ? ', encrypted' : ''}`,
    },
    {
      label: 'Actions',
      isActions: true,
      isText: true,
      cell: (backup) => (
        <span className={styles.actions}>
          {backup.state === 'done' && (
            <AnchorButton
              look="quiet"
              size="small"
              href={`/v1/backups/${backup.id}/file`}
              download={backup.fileName}
              aria-label={`Download the backup of ${instant(backup.startedDate)}`}
            >
              <DownloadIcon />
              Download
            </AnchorButton>
          )}
          {backup.state !== 'running' && (
            <Button
              look="quiet"
              size="small"
              aria-label={`Delete the backup of ${instant(backup.startedDate)}`}
              onClick={() => setDeleting(backup)}
            >
              Delete
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <section className={panel.panel} aria-labelledby="backups">
      <div className={panel.head}>
        <h2 id="backups">Backups</h2>
        <p>14 nightly ones and 3 from before updates are stored; those made by hand stay until you delete them.</p>
      </div>
      <SimpleTable
        label="Backups"
        columns={columns}
        rows={backups}
        keyOf={({ id }) => id}
        none="No backups yet. The first one is made tonight."
      />
      <DeleteQuestion
        kind="backup"
        name={deleting && `the backup of ${instant(deleting.startedDate)}`}
        remove={() => call<typeof deleteBackup>('DELETE /v1/backups/{id}', { params: { id: deleting?.id ?? '' } })}
        close={() => setDeleting(undefined)}
        done={() => revalidate()}
      />
    </section>
  );
}
