import type { ComponentPropsWithRef } from 'react';
import { cx } from '../classes.ts';
import styles from './icon-button.module.css';

type IconButtonProps = ComponentPropsWithRef<'button'> & {
  /** What a press does; also shown on hover. */
  label: string;
};

/** For links that look like an icon button. */
export const iconButton = styles.button ?? '';

/** A press on an icon of 34 px; its words are for screen readers and on hover. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return <button type="button" aria-label={label} title={label} {...rest} className={cx(iconButton, className)} />;
}
