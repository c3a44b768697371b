import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import { FieldAbout, FieldError, Star } from '#ui/form/field.tsx';
import styles from './fields.module.css';
import type { FrameProps } from './field-props.ts';

interface GroupProps extends FrameProps {
  children: ReactNode;
  role?: 'radiogroup';
  isRequired: boolean;
}

/** A group of controls for one answer. It can receive focus, because the error summary links to it. */
export function Group({ id, label, isOptional, isStarred, hint, about, error, className, ...rest }: GroupProps) {
  const { children, role, isRequired } = rest;
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      role={role}
      className={cx(styles.group, className)}
      aria-labelledby={`${id}-label`}
      aria-required={(role && isRequired) || undefined}
      aria-invalid={(role && error !== undefined) || undefined}
      aria-describedby={
        cx(about && `${id}-about`, hint !== undefined && `${id}-hint`, error && `${id}-error`) || undefined
      }
    >
      <legend className={styles.legend} id={`${id}-label`}>
        {label}
        {isOptional && <span> optional</span>}
        {isStarred && <Star />}
      </legend>
      <FieldAbout id={id}>{about}</FieldAbout>
      {children}
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}
