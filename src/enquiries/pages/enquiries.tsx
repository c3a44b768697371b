import { requireAdministrator, api } from '#lib/api/api-context.ts';
import { tableRowsOrPromise } from '#lib/api/table-rows.ts';
import { Inbox, isListChanged, toRowSelection } from '#inbox/inbox.tsx';
import type { InboxKind } from '#inbox/use-inbox.ts';
import { listViews } from '#saved-views/contract.ts';
import { MailIcon, WarningIcon } from '#ui/icons/icons.tsx';
import type { BulkAction } from '#ui/table/table-config.ts';
import { columnsOf, filters } from '../enquiry-columns.tsx';
import { enquiries, sentences } from '../inbox-contract.ts';
import { useMarkSpam } from '../use-mark-spam.ts';
import { backOfficeMeta } from '#ui/layout/page-head.tsx';
import type { Route } from './+types/enquiries';

export const handle = { crumb: 'Enquiries' };

export const meta = backOfficeMeta('Enquiries');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageForms');
  const [table, views] = await Promise.all([
    tableRowsOrPromise(context, enquiries.list, { url, otherwise: sentences.loadFailed }),
    api(context)(listViews, { query: { list: 'enquiries' } }).catch(() => []),
  ]);
  return { table, views };
}

export const shouldRevalidate = isListChanged;

const kind: InboxKind = { list: 'enquiries', things: ['enquiry', 'enquiries'], sentences };

export default function Enquiries({ loaderData }: Route.ComponentProps) {
  const markSpam = useMarkSpam();
  const spamAction = (isSpam: boolean): BulkAction => ({
    label: isSpam ? 'Spam' : 'Not spam',
    icon: isSpam ? <WarningIcon /> : <MailIcon />,
    run: (selection, done) => void markSpam(toRowSelection(selection, filters), isSpam, done),
  });
  return (
    <Inbox
      {...loaderData}
      kind={kind}
      title="Enquiries"
      about="Enquiries from the contact page and their status."
      columnsOf={columnsOf}
      nameOf={({ name, company }) => `${name}, ${company}`}
      searchLabel="Search people and messages"
      filters={filters}
      bulk={[true, false].map(spamAction)}
      deletionAbout="The enquiries are deleted permanently. This cannot be undone."
      empty={{
        title: 'No enquiries yet',
        text: 'Enquiries from the contact page appear here.',
        icon: <MailIcon />,
      }}
    />
  );
}
