import type { ReactNode } from 'react';
import panel from '#ui/layout/back-office-panel.module.css';

interface DashboardPanelProps {
  id: string;
  title: string;
  /** Text or a link beside the title. */
  about: ReactNode;
  children: ReactNode;
}

/** A panel of the dashboard, with its title. */
export const DashboardPanel = ({ id, title, about, children }: DashboardPanelProps) => (
  <section className={panel.panel} aria-labelledby={id}>
    <div className={panel.head}>
      <h2 id={id}>{title}</h2>
      <p>{about}</p>
    </div>
    {children}
  </section>
);
