import styles from './purchasing.module.css';

interface LineItemProps {
  item: { name: string; variation: string; code: string };
  /** The faults of its fields, by the id that the field refers to. */
  faults: Record<string, string | undefined>;
}

/** The item of an editable line, and the faults of its fields below. */
export function LineItem({ item: { name, variation, code }, faults }: LineItemProps) {
  return (
    <>
      {name}
      <small>{[variation, code].filter(Boolean).join(' · ')}</small>
      {Object.entries(faults).map(
        ([id, fault]) =>
          fault && (
            <span key={id} className={styles.fault} id={id}>
              {fault}
            </span>
          ),
      )}
    </>
  );
}

/** Links a field to its fault beside the item. */
export const lineField = (faultId: string, fault: string | undefined) => ({
  autoComplete: 'off',
  'aria-describedby': fault ? faultId : undefined,
  'aria-invalid': fault ? (true as const) : undefined,
});
