import { choosableStatuses } from '#orders/status/status-contract.ts';
import { SelectField } from '#ui/form/field.tsx';

interface StatusSelectProps {
  value: string;
  error: string | undefined;
  onValue: (value: string) => void;
  /** The order's current status, which can't be selected. */
  except?: number;
}

export function StatusSelect({ value, error, onValue, except }: StatusSelectProps) {
  return (
    <SelectField label="Order status" value={value} error={error} onChange={({ target }) => onValue(target.value)}>
      <option value="">Select a status</option>
      {choosableStatuses
        .filter((status) => status.value !== except)
        .map((status) => (
          <option key={status.value} value={status.value}>
            {status.name}
          </option>
        ))}
    </SelectField>
  );
}
