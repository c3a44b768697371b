import { formatInstant } from '#lib/day.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { FileIcon } from '#ui/icons/icons.tsx';
import { referenceOf } from '../definition/submission-reference.ts';
import type { ShownForm } from '../definition/definition.ts';
import { EmailPdfButton } from '../mail/email-pdf-button.tsx';
import type { Mode, Submitted } from './screen-context.ts';
import styles from './form-header.module.css';
import type { DraftState } from './drafts/use-draft.ts';

interface FormHeaderProps {
  form: ShownForm;
  mode: Mode;
  draft: DraftState;
  submission: Submitted | undefined;
  /** Whether the form has just been submitted and the confirmation is shown. */
  isSent: boolean;
}

/** The id of the heading, which gets the focus when an empty form or a merged draft is shown. */
export const titleId = 'form-title';

const tree =
  'M24 6.5 16.2 18.6Q19.9 20.8 24 20.8t7.8-2.2ZM24 15.5 12.7 29.3Q18 32.3 24 32.3t11.3-3ZM24 25.5 9.3 38.3Q16 42 24 42t14.7-3.7Z';
const treePositions = [
  'translate(0 76) scale(3)',
  'translate(96 6) scale(4.6)',
  'translate(236 52) scale(3.5)',
  'translate(320 100) scale(2.4)',
];

const clock = new Intl.DateTimeFormat('en-AU', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The form's name, and the state of its draft or the date of its submission. */
export function FormHeader({ form, mode, draft, submission, isSent }: FormHeaderProps) {
  const isShown = form.showHeading !== false;
  const look = isShown ? 'onInk' : 'quiet';
  return (
    <header className={isShown ? styles.intro : styles.bare}>
      <svg className={styles.trees} viewBox="0 0 420 200" aria-hidden="true">
        {treePositions.map((transform) => (
          <path key={transform} d={tree} transform={transform} />
        ))}
      </svg>
      <div>
        <h1 id={titleId} tabIndex={-1} className={isShown ? undefined : styles.hidden}>
          {form.formName}
        </h1>
        {mode === 'view' && submission ? (
          <>
            <p className={styles.meta}>
              <span>{sentStatus(submission)}</span>
              <span>Reference {referenceOf(submission.id)}</span>
            </p>
            <div className={styles.acts}>
              <LinkButton look={look} size="small" to={`/forms/${submission.id}/edit/`}>
                Edit answers
              </LinkButton>
              <EmailPdfButton submissionId={submission.id} look={look} size="small" />
              <Button look={look} size="small" onClick={() => window.print()}>
                Print
              </Button>
            </div>
          </>
        ) : (
          <p className={styles.meta}>
            <span role="status">
              <FileIcon />
              {draftStatus(draft)}
            </span>
            {!isSent && (
              <span>
                <i aria-hidden="true">*</i> required
              </span>
            )}
          </p>
        )}
      </div>
    </header>
  );
}

function draftStatus({ savedAt, isRestored, sentAt }: DraftState): string {
  if (savedAt === undefined && sentAt !== undefined) return `Sent ${clock.format(sentAt)}`;
  if (savedAt === undefined) return 'Your answers are saved on this device until you submit the form.';
  return `${isRestored ? 'Your draft has been restored. ' : ''}Saved ${clock.format(savedAt)}`;
}

function sentStatus({ sentAt, changedAt }: Submitted): string {
  const sent = `Sent ${formatInstant(sentAt)}`;
  return changedAt > sentAt ? `${sent}, changed ${formatInstant(changedAt)}` : sent;
}
