import { AddressSearch } from '#addresses/field/address-search.tsx';
import { type AddressName, addressNames, type AddressValues } from '#addresses/field/address-values.ts';
import { fullAddress } from '#addresses/full-address.ts';
import { ManualAddress } from '#addresses/field/manual-address.tsx';
import { useAddressEntry } from '#addresses/field/use-address-entry.ts';
import { cx } from '#ui/classes.ts';
import { Button } from '#ui/button/button.tsx';
import { FieldAbout, FieldError, Star } from '#ui/form/field.tsx';
import { addressOf } from '../answers/encoding.ts';
import styles from './address-control.module.css';
import type { Answer } from '../rules/answer-values.ts';
import { type FieldProps, frameProps } from './field-props.ts';

/** Field types that allow only searching for the address or only typing it; all other types allow both. */
const entryModes: Record<number, 'found' | 'typed'> = { 21: 'typed', 22: 'found' };

const valuesOf = (answer: Answer): AddressValues => {
  const parts = addressOf(answer);
  return Object.fromEntries(addressNames.map((name) => [name, parts[name] ?? ''])) as AddressValues; // every name is present
};

/** An Australian address as one answer, which the user searches for, types in parts, or either. */
export function AddressControl(props: FieldProps) {
  const { field, id, isRequired, error, attempt, onAnswer } = props;
  const values = valuesOf(props.answer);
  const ways = entryModes[field.formFieldType] ?? 'either';
  const onChange = (change: Partial<AddressValues>): void => {
    const next = { ...values, ...change };
    const given = Object.fromEntries(Object.entries(next).filter(([, part]) => part !== ''));
    onAnswer(Object.keys(given).length === 0 ? {} : { ...given, fullAddress: fullAddress(next) });
  };
  const entry = useAddressEntry({ values, onChange, isFaulty: error !== undefined, attempt, ways });
  const { isManual, lacking, shown } = entry;
  const { label, isOptional, isStarred, about } = frameProps(props);
  const missingParts = Object.values(lacking).join(' ');
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.address}
      aria-labelledby={`${id}-label`}
      aria-describedby={cx(about && `${id}-about`, error && `${id}-error`) || undefined}
    >
      <div className={styles.top}>
        <span className={styles.label} id={`${id}-label`}>
          {label}
          {isOptional && <span> optional</span>}
          {isStarred && <Star />}
        </span>
        {ways === 'either' && (
          <Button look="plain" size="small" onClick={entry.turn}>
            {isManual ? 'Search for the address' : 'Enter the address manually'}
          </Button>
        )}
      </div>
      <FieldAbout id={id}>{about}</FieldAbout>
      {isManual ? (
        <ManualAddress
          values={values}
          prefix={`${id}-`}
          onChange={entry.change}
          errors={lacking}
          faulty={error ? invalidParts(values) : []}
          areStarred={isRequired}
          isOptional={!isRequired}
        />
      ) : (
        <AddressSearch
          id={`${id}-search`}
          shown={shown}
          onFound={entry.take}
          onClear={() => entry.change(valuesOf({}))}
          isFaulty={error !== undefined}
        />
      )}
      {!isManual && missingParts !== '' && <FieldError id={`${id}-lacks`}>{missingParts}</FieldError>}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  );
}

/** The parts of an address that are missing or invalid. */
const invalidParts = (values: AddressValues): AddressName[] =>
  addressNames.filter((name) =>
    name === 'postcode' ? !/^\d{4}$/.test(values.postcode) : name !== 'unitNumber' && values[name] === '',
  );
