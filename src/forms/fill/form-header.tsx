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

/** Bubbles and sparkles behind the form's name. */
const bubbles = [
  { cx: 78, cy: 132, r: 44 },
  { cx: 196, cy: 84, r: 74 },
  { cx: 300, cy: 158, r: 34 },
  { cx: 352, cy: 66, r: 50 },
  { cx: 118, cy: 40, r: 16 },
  { cx: 404, cy: 148, r: 20 },
];
const sparkle = 'M0-24Q3-3 24 0 3 3 0 24-3 3-24 0-3-3 0-24Z';
const sparkles = ['translate(36 56)', 'translate(276 40) scale(0.7)', 'translate(244 176) scale(0.55)'];

const clock = new Intl.DateTimeFormat('en-AU', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The form's name, and the state of its draft or the date of its submission. */
export function FormHeader({ form, mode, draft, submission, isSent }: FormHeaderProps) {
  const isShown = form.showHeading !== false;
  const look = isShown ? 'onInk' : 'quiet';
  return (
    <header className={isShown ? styles.intro : styles.bare}>
      <svg className={styles.art} viewBox="0 0 424 200" aria-hidden="true">
        {bubbles.map((bubble) => (
          <circle key={bubble.cx} {...bubble} />
        ))}
        {sparkles.map((transform) => (
          <path key={transform} d={sparkle} transform={transform} />
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
