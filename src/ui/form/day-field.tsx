import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form';
import { MaskedField, type MaskedFieldProps } from './masked-field.tsx';

/** A day as users write it, `31/01/2026`; `toIsoDay` of `#lib/text/day-text.ts` converts it for the server. */
export function DayField(props: Omit<MaskedFieldProps, 'mask'>) {
  return <MaskedField mask="99/99/9999" placeholder="dd/mm/yyyy" {...props} />;
}

interface FormDayFieldProps<Values extends FieldValues, Sent>
  extends Pick<MaskedFieldProps, 'label' | 'hint' | 'className'> {
  name: Path<Values>;
  control: Control<Values, unknown, Sent>;
  error: string | undefined;
  id?: string;
}

/** A `DayField` connected to a form. */
export function FormDayField<Values extends FieldValues, Sent>({
  name,
  control,
  ...props
}: FormDayFieldProps<Values, Sent>) {
  return (
    <Controller
      name={name}
      control={control}
      render={({ field: { ref, onChange, ...field } }) => (
        <DayField {...props} {...field} inputRef={ref} onValueChange={onChange} />
      )}
    />
  );
}
