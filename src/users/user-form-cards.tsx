import { type Control, Controller, type Path, type UseFormReturn, useWatch } from 'react-hook-form';
import { administratorType } from '#lib/api/access.ts';
import type { Claim } from '#lib/api/endpoint.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { MaskedField } from '#ui/form/masked-field.tsx';
import { registerField } from '#ui/register-field.ts';
import { typeLabels } from './contract.ts';
import { type ClaimChoice, ClaimsField, type UserValues } from './claims-field.tsx';
import panel from '#ui/layout/back-office-panel.module.css';

interface UserFieldsProps<In extends UserValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  errorOf: (name: keyof UserValues) => string | undefined;
}

export function PersonCard<In extends UserValues, Out>({ form, errorOf }: UserFieldsProps<In, Out>) {
  const field = (name: keyof UserValues) => ({
    ...registerField(form, name as Path<In>), // all user forms have these fields
    id: name,
    required: true,
    error: errorOf(name),
  });
  return (
    <section className={panel.card} aria-labelledby="person">
      <h2 id="person">Details</h2>
      <div className={layout.fields}>
        <TextField {...field('firstName')} label="First name" autoComplete="off" />
        <TextField {...field('lastName')} label="Last name" autoComplete="off" />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Mobile
          control={form.control as unknown as Control<UserValues>} // all user forms have these fields
          stored={String(form.formState.defaultValues?.mobile ?? '').replace(/\s/g, '')}
          error={errorOf('mobile')}
        />
      </div>
    </section>
  );
}

interface MobileProps {
  control: Control<UserValues>;
  stored: string;
  error: string | undefined;
}

const australianMobile = '0499 999 999';

/** The mobile number. It has the specification's mask, unless the stored number does not fit that mask and would be cut off. */
function Mobile({ control, stored, error }: MobileProps) {
  const fits = stored === '' || /^04\d{8}$/.test(stored);
  return (
    <Controller
      name="mobile"
      control={control}
      render={({ field: { ref, value, onChange, ...field } }) => {
        const props = { ...field, id: 'mobile', label: 'Mobile', required: true, error, autoComplete: 'off' };
        if (!fits)
          return <TextField {...props} ref={ref} value={value} onChange={onChange} inputMode="tel" isNumeric />;
        return <MaskedField {...props} inputRef={ref} mask={australianMobile} value={value} onValueChange={onChange} />;
      }}
    />
  );
}

interface MembershipProps<In extends UserValues, Out> extends UserFieldsProps<In, Out> {
  /** The claims that can be granted; undefined if the viewer may not grant any. */
  choices: readonly ClaimChoice[] | undefined;
  own: readonly Claim[];
}

/** The user's type and, for an administrator, the permissions that the viewer may grant. */
export function MembershipCard<In extends UserValues, Out>(props: MembershipProps<In, Out>) {
  const { form, errorOf, choices, own } = props;
  const control = form.control as unknown as Control<UserValues>; // all user forms have these fields
  const userType = useWatch({ control, name: 'userType' });
  const mayPromote = choices !== undefined || userType === administratorType;
  const types = ([1, 2, 3] as const).filter((type) => type !== administratorType || mayPromote);
  return (
    <section className={panel.card} aria-labelledby="membership">
      <h2 id="membership">Membership</h2>
      <SelectField
        {...registerField(form, 'userType' as Path<In>, { valueAsNumber: true })}
        id="userType"
        label="Member type"
        required
        error={errorOf('userType')}
      >
        <option value="">Select a type</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {typeLabels[type]}
          </option>
        ))}
      </SelectField>
      {userType === administratorType && choices && <ClaimsField control={control} choices={choices} own={own} />}
    </section>
  );
}
