import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import styles from './section.module.css';

/** What every view gets in addition to its block. */
export interface Standing {
  /** Whether the block is in a column instead of across the page. */
  isInColumn?: boolean;
}

interface SectionProps extends Standing {
  block: { id: string; anchor: string };
  /** Whether the block has a visible title; then it names the section. */
  isTitled: boolean;
  /** Classes of the section across the page, and of the element within that has the page's width. */
  className?: string | undefined;
  innerClassName?: string | undefined;
  children: ReactNode;
}

export const titleId = ({ id, anchor }: SectionProps['block']): string => `${anchor || `block-${id}`}-title`;

/** The frame of a block: across the page, or within a column. */
export function Section({ block, isTitled, isInColumn, className, innerClassName, children }: SectionProps) {
  const names = { id: block.anchor || undefined, 'aria-labelledby': isTitled ? titleId(block) : undefined };
  if (isInColumn)
    return (
      <section {...names} className={innerClassName}>
        {children}
      </section>
    );
  return (
    <section {...names} className={cx(layout.section, className)}>
      <div className={cx(layout.wide, innerClassName)}>{children}</div>
    </section>
  );
}

interface HeadProps {
  block: { id: string; anchor: string; title: string; intro?: string };
  className?: string | undefined;
  children?: ReactNode;
}

/** The title of a block and the sentences below it; nothing if it has neither. */
export function SectionHead({ block, className, children }: HeadProps) {
  if (block.title === '' && !block.intro) return null;
  return (
    <div className={cx(layout.sectionHead, className)}>
      {block.title !== '' && (
        <h2 id={titleId(block)} className={styles.title}>
          {block.title}
        </h2>
      )}
      {block.intro && <p>{block.intro}</p>}
      {children}
    </div>
  );
}
