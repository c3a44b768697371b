import { useEffect, useRef, useState } from 'react';
import type { Day } from '#lib/day.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { referenceOf } from '../definition/submission-reference.ts';
import type { Answer } from '../rules/answer-values.ts';
import type { ShownForm } from '../definition/definition.ts';
import { FormStore } from './store/form-store.ts';
import { EmailPdfButton } from '../mail/email-pdf-button.tsx';
import { type Screen, ScreenContext } from './screen-context.ts';
import { SectionBody } from './section-body.tsx';
import styles from './sent-screen.module.css';

/** The submission just sent, with its answers. */
export interface SentNow {
  submissionId: string;
  message: string;
  answers: ReadonlyMap<string, Answer>;
}

interface SentScreenProps {
  sent: SentNow;
  form: ShownForm;
  today: Day;
  /** Whether the user is a member, because only members have a page for their submissions. */
  isMember: boolean;
  shownBy: Screen['shownBy'];
  /** Shows the empty form again. */
  onAnother: () => void;
}

/** Confirmation after a form was submitted, if it has no thank-you page: reference, next steps, and the answers. */
export function SentScreen({ sent, form, today, isMember, shownBy, onAnother }: SentScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const { submissionId, message } = sent;
  return (
    <section className={styles.sent} aria-labelledby="form-sent">
      <span className={styles.mark} aria-hidden="true">
        <CheckIcon />
      </span>
      <h2 id="form-sent" tabIndex={-1} ref={heading}>
        {message}
      </h2>
      <Reference reference={referenceOf(submissionId)} />
      <NextSteps isMember={isMember} />
      <div className={styles.acts}>
        <Button onClick={onAnother}>Fill in again</Button>
        {isMember && (
          <>
            <LinkButton look="quiet" to={`/forms/${submissionId}/view/`}>
              View submission
            </LinkButton>
            <EmailPdfButton submissionId={submissionId} look="quiet" />
          </>
        )}
        <Button look="quiet" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <SentAnswers {...{ sent, form, today, shownBy }} />
    </section>
  );
}

/** The reference with a Copy button; if the clipboard is not available, the reference is selected instead. */
function Reference({ reference }: { reference: string }) {
  const referenceElement = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<'' | 'Copied' | 'Selected, ready to copy'>('');
  const select = (): void => {
    if (referenceElement.current) window.getSelection()?.selectAllChildren(referenceElement.current);
    setCopied('Selected, ready to copy');
  };
  const copy = async (): Promise<void> => {
    const writing = window.isSecureContext ? navigator.clipboard.writeText(reference) : Promise.reject();
    await writing.then(() => setCopied('Copied'), select);
  };
  return (
    <p className={styles.reference}>
      <span>
        Reference <b ref={referenceElement}>{reference}</b>
      </span>
      <Button look="quiet" size="small" onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status">{copied}</span>
    </p>
  );
}

function NextSteps({ isMember }: { isMember: boolean }) {
  const phone = usePublicSettings()?.company.officePhone;
  return (
    <div className={styles.next}>
      <h3>What happens next</h3>
      <ul>
        <li>Our team has received your answers. You do not need to send them again.</li>
        {isMember && <li>You can view and edit them under “My submissions” in your account.</li>}
        <li>
          Questions or a correction? Quote the reference
          {phone && (
            <>
              {' '}
              when you call <PhoneLink phone={phone} />
            </>
          )}
          .
        </li>
      </ul>
    </div>
  );
}

/** The answers, to view and print, because guests have no page for their submissions. */
function SentAnswers({ sent, form, today, shownBy }: Pick<SentScreenProps, 'sent' | 'form' | 'today' | 'shownBy'>) {
  const [store] = useState(
    () => new FormStore({ form, today, matches: () => true, known: sent.answers, submission: sent }),
  );
  const screen: Screen = { store, isReadOnly: true, today, shownBy, idPrefix: 'sent-', answer() {}, changeFiles() {} };
  const visible = new Set(store.sections().flatMap(({ id, isVisible }) => (isVisible ? id : [])));
  return (
    <details className={styles.answers}>
      <summary>What you sent</summary>
      <ScreenContext value={screen}>
        {form.formSections
          .filter(({ id }) => visible.has(id))
          .map(({ id, sectionHeading, formRows }) => (
            <div key={id} className={styles.part}>
              {sectionHeading && <h3>{sectionHeading}</h3>}
              <SectionBody rows={formRows} isWhole />
            </div>
          ))}
      </ScreenContext>
    </details>
  );
}
