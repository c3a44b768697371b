import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#ui/button/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import type { FieldFault } from '#ui/form/field-fault.ts';
import { Refusal } from '#ui/feedback/note.tsx';
import styles from './account-page.module.css';
import { sentences } from '../sentences.ts';

interface AccountPageProps {
  title: string;
  lead: ReactNode;
  other?: ReactNode;
  children?: ReactNode;
}

/** Layout of the sign-in and account pages: title, lead, form, link to another page. */
export function AccountPage({ title, lead, other, children }: AccountPageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </div>
      {children}
      {other && <p className={styles.other}>{other}</p>}
    </div>
  );
}

/** What a form shows, and how it is sent. */
export interface AccountFormState {
  faults: readonly FieldFault[];
  refusal: string | undefined;
  isSubmitting: boolean;
  attempt: number;
  form: ComponentProps<'form'>;
}

interface AccountFormProps {
  account: AccountFormState;
  submit: string;
  /** Whether the button is only as wide as its label, as in wide forms. */
  isInline?: boolean;
  children: ReactNode;
}

export function AccountForm({ account, submit, isInline, children }: AccountFormProps) {
  const { faults, refusal, attempt, isSubmitting, form } = account;
  return (
    <>
      <ErrorSummary title={sentences.fieldsMissing} faults={faults} attempt={attempt} />
      <Refusal isStrong>{refusal}</Refusal>
      <form className={styles.form} method="post" noValidate {...form}>
        {children}
        <Button
          type="submit"
          size={isInline ? undefined : 'large'}
          isBlock={!isInline}
          isBusy={isSubmitting}
          className={isInline ? styles.inline : undefined}
        >
          {submit}
        </Button>
      </form>
    </>
  );
}
