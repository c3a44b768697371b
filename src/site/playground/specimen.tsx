import type { ReactNode } from 'react';
import { cx } from '#ui/classes.ts';
import styles from './specimen.module.css';

interface SpecimenProps {
  name: string;
  /** The component's file in `src/ui`. */
  file: string;
  isColumn?: boolean;
  isOnInk?: boolean;
  children: ReactNode;
}

export function Specimen({ name, file, isColumn, isOnInk, children }: SpecimenProps) {
  return (
    <div className={styles.specimen}>
      <div className={styles.name}>
        <h3>{name}</h3>
        <code>{file}</code>
      </div>
      <div className={cx(styles.states, isColumn && styles.column, isOnInk && styles.ink)}>{children}</div>
    </div>
  );
}

export function State({ props, children }: { props: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      {children}
      <code>{props}</code>
    </div>
  );
}

export function SpecimenGroup({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.family} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
