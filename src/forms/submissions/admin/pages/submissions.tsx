import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { Inbox, isListChanged } from '#inbox/inbox.tsx';
import type { InboxKind } from '#inbox/use-inbox.ts';
import { listViews } from '#saved-views/contract.ts';
import { ChecklistIcon, PencilIcon } from '#ui/icons/back-office-icons.tsx';
import { listSubmittedForms, sentences, submissions } from '../contract.ts';
import { columnsOf, filtersOf, senderOf } from '../submission-columns.tsx';
import { backOfficeMeta } from '#ui/layout/page-head.tsx';
import type { Route } from './+types/submissions';

export const handle = { crumb: 'Submissions' };

export const meta = backOfficeMeta('Submissions');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageForms');
  const [table, forms, views] = await Promise.all([
    tableRowsOrPromise(context, submissions.list, { url, otherwise: sentences.loadFailed }),
    api(context)(listSubmittedForms).catch(() => []),
    api(context)(listViews, { query: { list: 'submissions' } }).catch(() => []),
  ]);
  return { table, forms, views };
}

export const shouldRevalidate = isListChanged;

const kind: InboxKind = { list: 'submissions', things: ['submission', 'submissions'], sentences };

/** The inbox of submissions. */
export default function Submissions({ loaderData: { forms, ...data } }: Route.ComponentProps) {
  return (
    <Inbox
      {...data}
      kind={kind}
      title="Submissions"
      about="Forms sent from the site, and their status."
      columnsOf={columnsOf}
      nameOf={(row) => `${row.formName}, ${senderOf(row)}`}
      searchLabel="Search senders and answers"
      filters={filtersOf(forms)}
      actions={({ id }) => [{ label: 'Edit answers', icon: <PencilIcon />, shortcut: 'E', to: `/forms/${id}/edit` }]}
      deletionAbout="The answers and their files will be deleted permanently. This cannot be undone."
      empty={{
        title: 'No submissions yet',
        text: 'Forms sent from the site appear here.',
        icon: <ChecklistIcon />,
      }}
    />
  );
}
