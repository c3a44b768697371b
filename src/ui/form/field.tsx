import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useId } from 'react';
import { cx } from '../classes.ts';
import styles from './field.module.css';
import { WarningIcon } from '../icons/icons.tsx';

/** What every field shows around its control. */
export interface FieldProps {
  label: ReactNode;
  /** Says "optional" behind the label. */
  isOptional?: boolean;
  /** Shows a star behind the label, on pages that mark what must be answered. */
  isStarred?: boolean;
  hint?: ReactNode;
  /** A line under the label that says what to answer. */
  about?: string | undefined;
  /** The sentence for what is wrong; it colours the control and is read with it. */
  error?: string | undefined;
  /** Coloured as wrong though the sentence stands elsewhere, such as below its group. */
  isFaulty?: boolean;
  /** A link at the end of the label's line, such as "Forgot Password". */
  aside?: ReactNode;
  className?: string;
}

/** What ties a control to its label, hint and error; spread it on the control. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface Frame extends FieldProps {
  /** The control's id where others link to it (error summary); made up where left out. */
  id?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** Label above, hint and error below any control: `<Field label="Name">{(control) => <input {...control} />}</Field>`. */
export function Field(props: Frame) {
  const { id: given, label, isOptional, isStarred, hint, about, error, isFaulty, aside, className, children } = props;
  const own = useId();
  const id = given ?? own;
  const described = cx(about && `${id}-about`, hint !== undefined && `${id}-hint`, error && `${id}-error`);
  const name = (
    <label className={styles.label} htmlFor={id}>
      {label}
      {isOptional && <span className={styles.optional}> optional</span>}
      {isStarred && <Star />}
    </label>
  );
  return (
    <div className={cx(styles.field, styles.labelled, className)}>
      {aside ? (
        <div className={styles.labelRow}>
          {name}
          {aside}
        </div>
      ) : (
        name
      )}
      <FieldAbout id={id}>{about}</FieldAbout>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error || isFaulty ? true : undefined,
      })}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** Behind the label of what must be answered, on the line of its last word; the control itself says so to who can't see it. */
export function Star() {
  return (
    <span className={styles.star} aria-hidden="true">
      {'\u2060*'}
    </span>
  );
}

/** The line under the label of the control, or group of controls, with this id. */
export function FieldAbout({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={styles.about} id={`${id}-about`}>
      {children}
    </p>
  );
}

/** The sentence under a control; nothing where there is none. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null;
  return (
    <p className={styles.error} id={id}>
      <WarningIcon />
      {children}
    </p>
  );
}

type TextFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, 'children'> & {
    /** An icon inside, at the start. */
    icon?: ReactNode;
    /** Figures of one width: amounts, codes, phones. */
    isNumeric?: boolean;
    /** A button inside, at the end. */
    action?: ReactNode;
  };

/** One line of text. `ref`, `name`, `autoComplete`, `inputMode` and the rest go to the input. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    isOptional,
    isStarred,
    hint,
    about,
    error,
    isFaulty,
    aside,
    className,
    id,
    icon,
    isNumeric,
    action,
    ...rest
  } = props;
  return (
    <Field {...{ label, isOptional, isStarred, hint, about, error, isFaulty, aside, className, id }}>
      {(control) => {
        const input = <input {...rest} {...control} className={cx(styles.input, isNumeric && styles.num)} />;
        if (!icon && !action) return input;
        return (
          <div className={styles.affix}>
            {icon}
            {input}
            {action}
          </div>
        );
      }}
    </Field>
  );
}

/** Several lines of text; it grows with what is typed where the browser can. */
export function TextArea(props: FieldProps & ComponentPropsWithRef<'textarea'>) {
  const { label, isOptional, isStarred, hint, about, error, isFaulty, aside, className, id, ...rest } = props;
  return (
    <Field {...{ label, isOptional, isStarred, hint, about, error, isFaulty, aside, className, id }}>
      {(control) => <textarea rows={5} {...rest} {...control} className={cx(styles.input, styles.area)} />}
    </Field>
  );
}

/** The browser's own list, in our dress; options are its children. */
export function SelectField(props: FieldProps & ComponentPropsWithRef<'select'>) {
  const { label, isOptional, isStarred, hint, about, error, isFaulty, aside, className, id, children, ...rest } = props;
  return (
    <Field {...{ label, isOptional, isStarred, hint, about, error, isFaulty, aside, className, id }}>
      {(control) => (
        <select {...rest} {...control} className={styles.input}>
          {children}
        </select>
      )}
    </Field>
  );
}

type ChoiceProps = ComponentPropsWithRef<'input'> & { children: ReactNode; error?: string | undefined };

interface CheckboxProps extends ChoiceProps {
  /** A line under its words. */
  about?: string | undefined;
}

/** A box to tick, with its words beside it. */
export function Checkbox({ children, about, error, id: given, className, ...rest }: CheckboxProps) {
  const own = useId();
  const id = given ?? own;
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.choice} htmlFor={id}>
        <input
          type="checkbox"
          {...rest}
          id={id}
          className={styles.check}
          aria-invalid={error ? true : undefined}
          aria-describedby={cx(about && `${id}-about`, error && `${id}-error`) || undefined}
        />
        <span>{children}</span>
      </label>
      <FieldAbout id={id}>{about}</FieldAbout>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** One of several; put them into a `<fieldset>` with a legend and give them one name. */
export function Radio({ children, className, ...rest }: Omit<ChoiceProps, 'error'>) {
  return (
    <label className={cx(styles.choice, className)}>
      <input type="radio" {...rest} className={styles.check} />
      <span>{children}</span>
    </label>
  );
}
