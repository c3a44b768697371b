import { useSearchParams } from 'react-router';
import { SelectField } from '#ui/form/field.tsx';
import styles from './purchasing.module.css';

/** Selects the supplier in the page's URL; other URL parameters stay. */
export function SupplierSelect({ suppliers }: { suppliers: readonly { id: string; name: string }[] }) {
  const [query, setQuery] = useSearchParams();
  return (
    <SelectField
      label="Supplier"
      className={styles.supplier}
      value={query.get('supplier') ?? ''}
      choices={suppliers.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ target: { value } }) =>
        setQuery(
          (before) => {
            const after = new URLSearchParams(before);
            if (value === '') after.delete('supplier');
            else after.set('supplier', value);
            return after;
          },
          { preventScrollReset: true },
        )
      }
    >
      <option value="">Choose a supplier</option>
    </SelectField>
  );
}
