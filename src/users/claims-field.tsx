import { type Control, useController } from 'react-hook-form';
import { type Claim, claims as known } from '#lib/api/endpoint.ts';
import { Button } from '#ui/button/button.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import styles from './user-form.module.css';

/** The values that both user forms have; a form may have more. */
export interface UserValues {
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  userType: 1 | 2 | 3;
  usersClaims?: Claim[] | null | undefined;
}

export interface ClaimChoice {
  id: Claim;
  value: string;
}

interface ClaimsFieldProps {
  control: Control<UserValues>;
  choices: readonly ClaimChoice[];
  /** The viewer's own claims: nobody can grant a claim that they do not have. */
  own: readonly Claim[];
}

export function ClaimsField({ control, choices, own }: ClaimsFieldProps) {
  const { field } = useController({ control, name: 'usersClaims' });
  const chosen = field.value ?? [];
  const grantable = choices.filter(({ id }) => own.includes(id)).map(({ id }) => id);
  const hasAll = grantable.every((id) => chosen.includes(id));
  const set = (isOn: readonly Claim[]): void => field.onChange(known.filter((id) => isOn.includes(id)));
  return (
    <fieldset className={styles.claims}>
      <legend>Permissions</legend>
      {choices.map(({ id, value }, i) => {
        const isOwn = own.includes(id);
        return (
          <Checkbox
            key={id}
            {...(i === 0 && { id: 'usersClaims', ref: field.ref })}
            checked={chosen.includes(id)}
            disabled={!isOwn}
            onBlur={field.onBlur}
            onChange={(event) => set(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {value}
            {!isOwn && <small>You do not have this permission yourself.</small>}
          </Checkbox>
        );
      })}
      <Button look="plain" size="small" onClick={() => set(hasAll ? [] : grantable)}>
        {hasAll ? 'Select none' : 'Select all'}
      </Button>
    </fieldset>
  );
}
