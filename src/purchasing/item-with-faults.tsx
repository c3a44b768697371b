import styles from './purchasing.module.css';

interface ItemWithFaultsProps {
  item: { name: string; variation: string; code: string };
  /** The faults of the line's fields, by the id that a field's `aria-describedby` refers to. */
  faults: Record<string, string | undefined>;
}

/** The item of an editable line, with the faults of the line's fields below. */
export function ItemWithFaults({ item: { name, variation, code }, faults }: ItemWithFaultsProps) {
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

/** The attributes of a field that link it to its fault below the item. */
export const lineField = (faultId: string, fault: string | undefined) => ({
  autoComplete: 'off',
  'aria-describedby': fault ? faultId : undefined,
  'aria-invalid': fault ? (true as const) : undefined,
});
