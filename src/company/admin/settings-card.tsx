import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from './settings.module.css';

interface CardProps {
  id: string;
  title: string;
  about: string;
  children: ReactNode;
}

export function Card({ id, title, about, children }: CardProps) {
  return (
    <section id={id} className={cx(panel.card, styles.card)} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{about}</p>
      </header>
      {children}
    </section>
  );
}
