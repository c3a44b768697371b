import type { ComponentPropsWithRef, ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { Link } from '../link.tsx';
import styles from './button.module.css';
import { cx } from '../classes.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '../icons/icons.tsx';

interface Look {
  /**
   * `primary` is used once per view, `quiet` beside it, `soft` for repeated actions, and `accent` once per page;
   * `plain` looks like a link.
   */
  look?: 'primary' | 'quiet' | 'soft' | 'accent' | 'onInk' | 'danger' | 'plain';
  /** 46 px high by default; large is 54, small 36. */
  size?: 'large' | 'small';
  isBlock?: boolean;
  /** Widens the letter spacing of a label in capitals. */
  isCaps?: boolean;
}

const classes = ({ look = 'primary', size, isBlock, isCaps }: Look, className?: string): string =>
  cx(styles.button, styles[look], size && styles[size], isBlock && styles.block, isCaps && styles.caps, className);

export type ButtonProps = Look & ComponentPropsWithRef<'button'> & { isBusy?: boolean };

/** While `isBusy`, it ignores clicks but keeps the focus, which `disabled` would lose. */
export function Button({ look, size, isBlock, isCaps, isBusy, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes({ look, size, isBlock, isCaps }, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}

/** A link that looks like a button. */
export function LinkButton({ look, size, isBlock, isCaps, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={classes({ look, size, isBlock, isCaps }, className)} />;
}

/** An `<a>` that looks like a button, for telephone numbers, mail and other sites. */
export function AnchorButton(props: Look & ComponentPropsWithRef<'a'>) {
  const { look, size, isBlock, isCaps, className, children, ...rest } = props;
  return (
    <a {...rest} className={classes({ look, size, isBlock, isCaps }, className)}>
      {children}
    </a>
  );
}

/** An unobtrusive link with an arrow, forward or back. */
export function MoreLink({ isBack, children, ...rest }: LinkProps & { isBack?: boolean; children: ReactNode }) {
  return (
    <Link {...rest} className={cx(styles.more, isBack && styles.back)}>
      {isBack && <ArrowLeftIcon />}
      {children}
      {!isBack && <ArrowRightIcon />}
    </Link>
  );
}
