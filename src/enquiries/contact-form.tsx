import { type ComponentProps, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { usePageAddress } from '#lib/api/root-data.ts';
import { fieldsMissing } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import layout from '#ui/layout.module.css';
import { Refusal } from '#ui/feedback/note.tsx';
import { useMask } from '#ui/form/use-mask.ts';
import { countWords, maxWords } from './sentences.ts';
import styles from './contact-form.module.css';
import { enquiryNames, type EnquiryOnPage, type EnquiryValues, useContactForm } from './use-contact-form.ts';

/** The form for enquiries. */
export function ContactForm({ values, message: serverMessage }: EnquiryOnPage) {
  const { form, errors, attempt, refusal, isSending } = useContactForm(serverMessage);
  const phone = useMask('99 9999 9999');
  const mobile = useMask('0499 999 999');
  const field = (name: keyof EnquiryValues) => ({
    name,
    id: name,
    defaultValue: values[name],
    error: errors[name],
  });
  const policy = usePageAddress('/privacy-policy/');
  const faults = enquiryNames.flatMap((id) => (errors[id] ? [{ id, message: errors[id] }] : []));
  return (
    <form className={styles.fields} method="post" noValidate {...form}>
      <ErrorSummary title={fieldsMissing} faults={faults} attempt={attempt} />
      <Refusal>{refusal}</Refusal>
      <div className={layout.fields}>
        <TextField label="Company" autoComplete="organization" {...field('company')} required />
        <TextField label="Name" autoComplete="name" {...field('name')} required />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          className={layout.full}
          {...field('email')}
          required
        />
        <TextField label="Phone" type="tel" isOptional isNumeric autoComplete="tel" {...phone} {...field('phone')} />
        <TextField label="Mobile" type="tel" isOptional isNumeric autoComplete="tel" {...mobile} {...field('mobile')} />
        <Message {...field('message')} />
      </div>
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="website">Leave this empty</label>
        <input id="website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      <div className={styles.send}>
        <Button type="submit" size="large" isBusy={isSending}>
          Send
        </Button>
        <p>
          We use these details only to answer you.
          {policy && (
            <>
              {' '}
              See the <Link to={policy}>privacy policy</Link>.
            </>
          )}
        </p>
      </div>
    </form>
  );
}

type TextAreaProps = ComponentProps<typeof TextArea>;

/** Counts words while the user types; screen readers announce the count only near the limit. */
function Message({ defaultValue, ...rest }: Pick<TextAreaProps, 'name' | 'id' | 'error'> & { defaultValue: string }) {
  const [words, setWords] = useState(() => countWords(defaultValue));
  const isNear = words > maxWords - 50;
  return (
    <TextArea
      {...rest}
      label="Message"
      className={layout.full}
      defaultValue={defaultValue}
      placeholder="Two-storey supermarket, 1,800 m², closed 10 pm to 5 am. We need nightly floors and weekly glass."
      onInput={(event) => setWords(countWords(event.currentTarget.value))}
      hint={
        <span className={styles.count}>
          <span>Photos can follow by email.</span>
          <span className={words > maxWords ? styles.over : undefined}>
            {words} of {maxWords} words
          </span>
          <Hidden>
            <span role="status">{isNear && `${words} of ${maxWords} words`}</span>
          </Hidden>
        </span>
      }
      required
    />
  );
}
