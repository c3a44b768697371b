import { Link } from '#ui/link.tsx';
import { requireAdministrator } from '#lib/api/api-context.ts';
import { dayOf, format } from '#lib/day.ts';
import { download } from '#lib/api/download.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/button/button.tsx';
import { DataTable } from '#ui/table/data-table.tsx';
import { type Column, formatCount, type Filter } from '#ui/table/table-config.ts';
import { FileIcon } from '#ui/icons/icons.tsx';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { DownloadIcon } from '#ui/icons/back-office-icons.tsx';
import { useFormActions } from '../import-export/use-form-actions.tsx';
import { ImportPanel } from '../import-export/import-panel.tsx';
import { importSentences } from '../import-export/import-sentences.ts';
import { type FormSummary, listForms } from '../import-export/list-contract.ts';
import type { Route } from './+types/upload-forms';

export const handle = { crumb: 'Form Import' };

export const meta = backOfficeMeta('Form Import');

export function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageForms');
  return tableRowsOrPromise(context, listForms, { url, otherwise: importSentences.notFetched });
}

const columns: readonly Column<FormSummary>[] = [
  { key: 'name', label: 'Name', sort: 'formName', phone: 'name', isLong: true, cell: ({ formName }) => formName },
  {
    key: 'url',
    label: 'Url',
    sort: 'url',
    phone: 'line',
    cell: ({ url, archivedDate }) => (archivedDate === null ? <Link to={`/forms/${url}/`}>/forms/{url}/</Link> : url),
  },
  {
    key: 'version',
    label: 'Version',
    isNumeric: true,
    phone: 'foot',
    phoneLabel: 'Version',
    cell: ({ version }) => version,
  },
  {
    key: 'submissions',
    label: 'Submissions',
    isNumeric: true,
    phone: 'side',
    phoneLabel: 'Submissions',
    cell: ({ submissionCount }) => formatCount(submissionCount),
  },
  {
    key: 'new',
    label: 'New',
    isNumeric: true,
    cell: ({ newSubmissionCount }) =>
      newSubmissionCount > 0 ? <Badge tone="info">{formatCount(newSubmissionCount)} new</Badge> : null,
  },
  {
    key: 'state',
    label: 'State',
    phone: 'note',
    cell: ({ archivedDate, closedDate }) => {
      if (archivedDate !== null) return <Badge tone="neutral">Archived</Badge>;
      return closedDate === null ? <Badge tone="success">Open</Badge> : <Badge tone="warning">Closed</Badge>;
    },
  },
  {
    key: 'updated',
    label: 'Changed',
    sort: 'updatedDate',
    isWide: true,
    cell: ({ updatedDate }) => format(dayOf(new Date(updatedDate))),
  },
];

const filters: readonly Filter[] = [
  {
    kind: 'one',
    key: 'state',
    label: 'State',
    none: 'Open and closed',
    choices: [
      { value: 'open', label: 'Open' },
      { value: 'closed', label: 'Closed' },
      { value: 'archived', label: 'Archived' },
      { value: 'all', label: 'All' },
    ],
  },
];

/** Import and export of forms (specification of the shop, section 2), and the list of forms. */
export default function UploadForms({ loaderData }: Route.ComponentProps) {
  const { actionsOf, confirmation } = useFormActions();
  return (
    <>
      <PageHead title="Form Import" actions={<Export />}>
        Import a zip with one file per form, forms/*.json, in the format of the{' '}
        <a href="/v1/form-builder/schema.json" target="_blank" rel="noreferrer">
          JSON Schema
        </a>
        .
      </PageHead>
      <ImportPanel />
      <DataTable
        {...loaderData}
        list="forms"
        things={['form', 'forms']}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ formName }) => formName}
        usualSort="formName"
        searchLabel="Search forms"
        filters={filters}
        actions={actionsOf}
        empty={{ title: 'No forms yet', text: 'Import a zip to add your first forms.', icon: <FileIcon /> }}
      />
      {confirmation}
    </>
  );
}

function Export() {
  const { isBusy, attempt } = useAttempt();
  const get = () => attempt(() => download('/v1/form-builder/export'), 'Unable to download the file.');
  return (
    <Button size="small" look="quiet" isBusy={isBusy} onClick={() => void get()}>
      <DownloadIcon />
      Export
    </Button>
  );
}
