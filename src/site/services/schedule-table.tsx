import type { Schedule } from './service-content.ts';
import { FrequencyTable } from './frequency-table.tsx';
import { PageSection } from './page-section.tsx';
import styles from './schedule-table.module.css';

export function ScheduleTable({ schedule: { title, example, columns, rows } }: { schedule: Schedule }) {
  const caption = (
    <>
      <strong>Example:</strong> {example}
    </>
  );
  return (
    <PageSection id="how-often" title={title}>
      <FrequencyTable className={styles.schedule} caption={caption} columns={columns} rows={rows} />
    </PageSection>
  );
}
