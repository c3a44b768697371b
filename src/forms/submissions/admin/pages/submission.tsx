import { EmailPdfButton } from '#forms/mail/email-pdf-button.tsx';
import { Link } from '#ui/link.tsx';
import { hasAccess } from '#lib/api/access.ts';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { dayOf, formatInstant } from '#lib/day.ts';
import { useViewer } from '#lib/api/root-data.ts';
import { listUnsentMails } from '#unsent-mails/contract.ts';
import { UnsentMailsCard } from '#unsent-mails/unsent-mails-card.tsx';
import { LinkButton } from '#ui/button/button.tsx';
import { PencilIcon } from '#ui/icons/back-office-icons.tsx';
import { AnswerList } from '../answer-list.tsx';
import { sectionsOf } from '../readable-answers.ts';
import { sentences, type SubmissionRow, submissions } from '../contract.ts';
import styles from '#inbox/inbox.module.css';
import { ReadingPane } from '#inbox/reading-pane.tsx';
import { senderOf } from '../submission-columns.tsx';
import { backOfficeMeta } from '#ui/layout/page-head.tsx';
import type { Route } from './+types/submission';

export const handle = {
  crumb: (data?: { submission: SubmissionRow }) => data?.submission.formName ?? 'Submission',
  above: [{ label: 'Submissions', to: '/admin/submissions/' }],
};

export const meta: Route.MetaFunction = (args) =>
  backOfficeMeta(args.loaderData?.submission.formName ?? 'Submission')(args);

export async function loader({ context, url, params: { id } }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageForms');
  const ask = api(context);
  const [{ form, responses, ...submission }, unsent] = await loadOrPageError(
    sentences.readFailed,
    Promise.all([ask(submissions.read, { params: { id } }), ask(listUnsentMails, { query: { subjectId: id } })]),
  );
  return { submission, unsent, sections: sectionsOf(form, responses, dayOf(new Date(submission.createdDate))) };
}

/** One submission in the reading pane. */
export default function Submission({ loaderData: { submission, sections, unsent } }: Route.ComponentProps) {
  const { id, formName, formVersion, createdDate, updatedDate } = submission;
  const isChanged = createdDate !== updatedDate;
  return (
    <ReadingPane
      row={submission}
      title={formName}
      actions={
        <>
          <LinkButton look="quiet" size="small" to={`/forms/${id}/edit`}>
            <PencilIcon />
            Edit
          </LinkButton>
          <EmailPdfButton submissionId={id} look="quiet" size="small" />
        </>
      }
      content={
        <>
          <UnsentMailsCard mails={unsent} isOfRecord />
          <AnswerList sections={sections} />
        </>
      }
    >
      <Sender {...submission} />
      <p className={styles.quiet}>
        Sent <time dateTime={createdDate}>{formatInstant(new Date(createdDate))}</time>
        {isChanged && (
          <>
            , changed <time dateTime={updatedDate}>{formatInstant(new Date(updatedDate))}</time>
          </>
        )}
        , version {formVersion} of the form
      </p>
    </ReadingPane>
  );
}

function Sender(submission: SubmissionRow) {
  const { senderName, senderEmail, userId } = submission;
  const maySeeUsers = hasAccess(useViewer(), 'ManageUsers');
  const name = userId && maySeeUsers ? <Link to={`/admin/update-user/${userId}/`}>{senderName}</Link> : senderName;
  return (
    <p>
      {senderName ? name : !senderEmail && senderOf(submission)}
      {senderName && senderEmail && ', '}
      {senderEmail && <a href={`mailto:${encodeURIComponent(senderEmail)}`}>{senderEmail}</a>}
    </p>
  );
}
