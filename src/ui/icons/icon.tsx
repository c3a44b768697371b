import type { ReactNode } from 'react';
import { cx } from '../classes.ts';
import styles from './icons.module.css';

export interface IconProps {
  className?: string;
  /** Edge length in CSS pixels; 1.25em by default. */
  size?: number;
}

/** Icons are drawn on 24 units with round strokes and hidden from screen readers, which read the text beside them. */
export const icon = (shape: ReactNode) =>
  function Icon({ className, size }: IconProps) {
    return (
      <svg className={cx(styles.icon, className)} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
        {shape}
      </svg>
    );
  };

export const line = (d: string) => icon(<path d={d} />);
