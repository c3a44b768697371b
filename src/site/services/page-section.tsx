import type { ReactNode } from 'react';
import layout from '#ui/layout.module.css';

interface PageSectionProps {
  /** The target of the links beside the content. */
  id: string;
  title: string;
  intro?: string;
  children: ReactNode;
}

export function PageSection({ id, title, intro, children }: PageSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <div className={layout.sectionHead}>
        <h2 id={`${id}-title`}>{title}</h2>
        {intro && <p>{intro}</p>}
      </div>
      {children}
    </section>
  );
}
