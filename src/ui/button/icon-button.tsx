import type { ComponentPropsWithRef } from 'react';
import { cx } from '../classes.ts';
import styles from './icon-button.module.css';

type IconButtonProps = ComponentPropsWithRef<'button'> & {
  /** The accessible name; also shown on hover. */
  label: string;
};

/** The class of an icon button, for links that look like one. */
export const iconButton = styles.button ?? '';

/** A button with an icon, 34 px wide; its label is for screen readers and shown on hover. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return <button type="button" aria-label={label} title={label} {...rest} className={cx(iconButton, className)} />;
}
