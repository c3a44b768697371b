import { type FieldPath, type FieldValues, get, type RegisterOptions, type UseFormReturn } from 'react-hook-form';

/** The props of react-hook-form's `register`, plus the stored value, so that the server's HTML shows it before hydration. */
export function registerField<In extends FieldValues, Name extends FieldPath<In>, Out>(
  form: UseFormReturn<In, unknown, Out>,
  name: Name,
  options?: RegisterOptions<In, Name>,
) {
  const stored: unknown = get(form.formState.defaultValues, name);
  const first = typeof stored === 'boolean' ? { defaultChecked: stored } : { defaultValue: String(stored ?? '') };
  return { ...form.register(name, options), ...first };
}
