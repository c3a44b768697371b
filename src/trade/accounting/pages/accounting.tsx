import { Link } from '#ui/link.tsx';
import { api, requireAdministrator } from '#lib/api/api-context.ts';
import { addMonths, day, dayOf, firstOfMonth, format, formatInstant } from '#lib/day.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { formatDollars } from '#lib/money.ts';
import { Figure, Figures } from '#ui/feedback/key-figures.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import {
  accountingSentences as sentences,
  type ExportOnPage,
  listExports,
  mostListed,
  type PreviewOnPage,
  previewExport,
  programNames,
} from '../contract.ts';
import { ExportForm } from '../export-form.tsx';
import type { Route } from './+types/accounting';

export const handle = { crumb: 'Accounting' };

export const meta = backOfficeMeta('Accounting');

/** The former exports that the page lists. */
const shownExports = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageAccounts');
  const today = dayOf(new Date());
  const asked = {
    // What has been exported is left out, so that a long period does no harm.
    startDate: url.searchParams.get('startDate') ?? firstOfMonth(addMonths(today, -1)),
    endDate: url.searchParams.get('endDate') ?? today,
    includesExported: url.searchParams.has('again'),
  };
  const query = { ...asked, includesExported: asked.includesExported ? ('true' as const) : ('false' as const) };
  try {
    const [preview, exports] = await Promise.all([
      api(context)(previewExport, { query }),
      api(context)(listExports, { query: { page: 1, pageSize: shownExports } }),
    ]);
    return { asked, shown: { preview, exports } };
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) throw error;
    return { asked, failure: errorMessageOf(error, sentences.loadDocuments) };
  }
}

/** Exports of invoices and adjustment notes to the accounting program. */
export default function Accounting({ loaderData: { asked, shown, failure } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Accounting">
        Invoices and adjustment notes of orders on account, as files for Xero or MYOB. Each goes out once.
      </PageHead>
      <ExportForm
        key={`${asked.startDate} ${asked.endDate}`}
        asked={asked}
        documentCount={shown?.preview.documentCount ?? 0}
      />
      <Refusal>{failure}</Refusal>
      {shown && (
        <>
          <Preview preview={shown.preview} />
          <Exports exports={shown.exports} />
        </>
      )}
    </>
  );
}

const count = (value: number): string => value.toLocaleString('en-AU');

function Preview({ preview: { documents, documentCount, exportedBefore, total, gst } }: { preview: PreviewOnPage }) {
  const documentWord = documentCount === 1 ? 'invoice or note' : 'invoices and notes';
  return (
    <>
      <Figures>
        <Figure label="To export" value={count(documentCount)}>
          {documentWord}
        </Figure>
        <Figure label="Total" value={formatDollars(total)}>
          including GST, less notes
        </Figure>
        <Figure label="GST" value={formatDollars(gst)}>
          in the total
        </Figure>
        <Figure label="Exported before" value={count(exportedBefore)}>
          in this period
        </Figure>
      </Figures>
      <section className={panel.panel} aria-labelledby="documents">
        <div className={panel.head}>
          <h2 id="documents">What this export has in it</h2>
        </div>
        <SimpleTable
          label="What this export has in it"
          rows={documents}
          keyOf={({ entryId }) => entryId}
          none="Nothing of this period is left to export."
          columns={[
            { label: 'Document', cell: ({ number }) => number },
            { label: 'Date', isText: true, cell: ({ onDay }) => format(day(onDay)) },
            {
              label: 'Account',
              isText: true,
              cell: ({ accountId, account }) => <Link to={`/admin/accounts/${accountId}/`}>{account}</Link>,
            },
            { label: 'Site', isText: true, isWide: true, cell: ({ site }) => site || '–' },
            { label: 'GST', cell: (row) => formatDollars(row.gst) },
            { label: 'Total', cell: (row) => formatDollars(row.total) },
          ]}
        />
        {documentCount > documents.length && (
          <div className={panel.foot}>
            <p>{`The first ${mostListed} of ${count(documentCount)}. The file has them all.`}</p>
          </div>
        )}
      </section>
    </>
  );
}

const fileOf = ({ id }: Pick<ExportOnPage, 'id'>): string =>
  urlOf('/v1/trade-accounts/accounting/exports/{id}/file', { params: { id } });

function Exports({ exports }: { exports: readonly ExportOnPage[] }) {
  return (
    <section className={panel.panel} aria-labelledby="exports">
      <div className={panel.head}>
        <h2 id="exports">Former exports</h2>
        {exports.length === shownExports && <p>{`The latest ${shownExports}`}</p>}
      </div>
      <SimpleTable
        label="Former exports"
        rows={exports}
        keyOf={({ id }) => id}
        none="No export has been made yet."
        columns={[
          {
            label: 'Export',
            cell: ({ number, program }) => `${number}, ${programNames[program]}`,
            about: ({ amounts }) => `Amounts ${amounts === 'inclusive' ? 'with' : 'without'} GST`,
          },
          {
            label: 'Period',
            isText: true,
            cell: ({ startDate, endDate }) => `${format(day(startDate))} to ${format(day(endDate))}`,
          },
          {
            label: 'Documents',
            cell: ({ documentCount }) => count(documentCount),
            about: ({ repeatedCount }) => (repeatedCount === 0 ? '' : `${count(repeatedCount)} again`),
          },
          { label: 'Total', cell: ({ total }) => formatDollars(total) },
          {
            label: 'Made',
            isText: true,
            cell: ({ madeDate }) => formatInstant(new Date(madeDate)),
            about: ({ madeBy }) => madeBy,
          },
          {
            label: 'File',
            cell: (row) => (
              <a href={fileOf(row)} download aria-label={`Download export ${row.number}`}>
                Download
              </a>
            ),
          },
        ]}
      />
    </section>
  );
}
