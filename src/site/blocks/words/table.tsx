import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import { FrequencyTable } from './frequency-table.tsx';
import styles from './table.module.css';

/** How often each task is done. */
export function TableView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'table'> }) {
  const { title, caption, note, columns, rows } = block;
  const isCaptioned = caption !== '';
  const words = isCaptioned ? (
    <>
      {caption}
      {note && <span>{note}</span>}
    </>
  ) : (
    note && (
      <>
        <strong>Example:</strong> {note}
      </>
    )
  );
  return (
    <Section block={block} isTitled={title !== ''} isInColumn={isInColumn}>
      <SectionHead block={{ ...block, intro: '' }} />
      <FrequencyTable
        className={isCaptioned ? styles.raised : styles.schedule}
        caption={words}
        columns={columns}
        rows={rows}
      />
    </Section>
  );
}
