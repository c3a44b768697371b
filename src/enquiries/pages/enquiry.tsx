import { Link } from '#ui/link.tsx';
import { hasAccess } from '#lib/api/access.ts';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { formatInstant } from '#lib/day.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { useCompanyName } from '#lib/api/root-data.ts';
import styles from '#inbox/inbox.module.css';
import { ReadingPane } from '#inbox/reading-pane.tsx';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { AnchorButton, Button } from '#ui/button/button.tsx';
import { CheckIcon, MailIcon, WarningIcon } from '#ui/icons/icons.tsx';
import { SpamBadge } from '../enquiry-columns.tsx';
import { enquiries, type EnquiryRow, sentences } from '../inbox-contract.ts';
import { replyLink } from '../reply-link.ts';
import { useMarkSpam } from '../use-mark-spam.ts';
import { backOfficeMeta } from '#ui/layout/page-head.tsx';
import type { Route } from './+types/enquiry';

export const handle = {
  crumb: (data?: { enquiry: EnquiryRow }) => data?.enquiry.name ?? 'Enquiry',
  above: [{ label: 'Enquiries', to: '/admin/enquiries/' }],
};

export const meta: Route.MetaFunction = (args) =>
  backOfficeMeta(`Enquiry${args.loaderData ? ` from ${args.loaderData.enquiry.name}` : ''}`)(args);

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageForms');
  return { enquiry: await loadOrPageError(sentences.readFailed, api(context)(enquiries.read, { params: { id } })) };
}

export default function Enquiry({ loaderData: { enquiry } }: Route.ComponentProps) {
  const { name, company, email, message, isSuspectedSpam, createdDate } = enquiry;
  const markSpam = useMarkSpam();
  const ours = useCompanyName();
  return (
    <ReadingPane
      row={enquiry}
      title={name}
      badge={isSuspectedSpam && <SpamBadge />}
      actions={
        <>
          <AnchorButton size="small" href={replyLink(enquiry, ours)}>
            <MailIcon />
            Reply
          </AnchorButton>
          <Button look="quiet" size="small" onClick={() => markSpam({ ids: [enquiry.id] }, !isSuspectedSpam)}>
            {isSuspectedSpam ? <CheckIcon /> : <WarningIcon />}
            {isSuspectedSpam ? 'Not spam' : 'Spam'}
          </Button>
        </>
      }
      content={<p className={styles.message}>{message}</p>}
    >
      <p>
        {company}, <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        <Phones {...enquiry} />
      </p>
      <p className={styles.quiet}>
        Sent <time dateTime={createdDate}>{formatInstant(new Date(createdDate))}</time>
        <Member userId={enquiry.userId} />
      </p>
    </ReadingPane>
  );
}

function Phones({ phone, mobile }: EnquiryRow) {
  const known = [...new Set([phone, mobile].filter(Boolean))];
  return known.map((digits) => (
    <span key={digits}>
      , <PhoneLink phone={digits} />
    </span>
  ));
}

function Member({ userId }: Pick<EnquiryRow, 'userId'>) {
  const maySeeUsers = hasAccess(useViewer(), 'ManageUsers');
  if (userId === null) return null;
  return <>, by a {maySeeUsers ? <Link to={`/admin/update-user/${userId}/`}>member</Link> : 'member'}</>;
}
