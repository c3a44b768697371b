import { cx } from '#ui/classes.ts';
import { Checkbox, Radio, SelectField, Star } from '#ui/form/field.tsx';
import { labelOf, type Option, optionsOf } from '../definition/definition.ts';
import { asBoolean } from '../rules/answer-values.ts';
import { type FieldProps, frameProps, inputProps, textOf } from './field-props.ts';
import styles from './fields.module.css';
import { Group } from './field-group.tsx';

export function SelectControl(props: FieldProps) {
  const { field, onAnswer } = props;
  const options = optionsOf(field);
  const { placeholder, ...rest } = inputProps(props);
  const selected = textOf(props);
  return (
    <SelectField
      {...frameProps(props)}
      {...rest}
      value={options.some(({ value }) => value === selected) ? selected : ''}
      onChange={({ target }) => onAnswer(target.value)}
    >
      <option value="">{placeholder ?? 'Choose'}</option>
      {options.map(({ label, value }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

const ofOptions = (props: FieldProps) => ({
  ...props,
  options: optionsOf(props.field),
  selected: textOf(props),
  onSelect: props.onAnswer,
});

export const HorizontalRadio = (props: FieldProps) => <RadioGroup {...ofOptions(props)} arePills />;
export const VerticalRadio = (props: FieldProps) => <RadioGroup {...ofOptions(props)} />;

const yesAndNo: Option[] = [
  { label: 'Yes', value: 'true' },
  { label: 'No', value: 'false' },
];

const truthOf = ({ answer }: FieldProps): boolean | undefined =>
  typeof answer === 'boolean' ? answer : asBoolean(typeof answer === 'string' ? answer : '');

export function YesNo(props: FieldProps) {
  const selected = truthOf(props);
  const choose = (value: string): void => props.onAnswer(asBoolean(value) ?? '');
  return <RadioGroup {...props} options={yesAndNo} selected={String(selected ?? '')} onSelect={choose} arePills />;
}

interface RadioGroupProps extends FieldProps {
  options: readonly Option[];
  /** Empty if no option is selected. */
  selected: string;
  onSelect: (value: string) => void;
  arePills?: boolean;
}

function RadioGroup({ options, selected, onSelect, arePills, ...props }: RadioGroupProps) {
  const { id, field, isRequired, error } = props;
  const isDisabled = field.isDisabled === true;
  const canClear = !isRequired && !isDisabled && options.some(({ value }) => value === selected);
  const clear = (): void => {
    onSelect('');
    document.getElementById(id)?.querySelector('input')?.focus(); // because the pressed button disappears
  };
  return (
    <Group {...frameProps(props)} role="radiogroup" isRequired={isRequired}>
      <div className={cx(arePills ? styles.pills : styles.choices, error && styles.faulty)}>
        {options.map(({ label, value }) => (
          <Radio
            key={value}
            className={arePills ? styles.pill : undefined}
            name={id}
            value={value}
            checked={value === selected}
            disabled={isDisabled}
            onChange={() => onSelect(value)}
          >
            {label}
          </Radio>
        ))}
        {canClear && (
          <button type="button" className={styles.clear} onClick={clear}>
            Clear
          </button>
        )}
      </div>
    </Group>
  );
}

export function CheckboxControl(props: FieldProps) {
  const { id, field, isRequired, error, onAnswer } = props;
  return (
    <Checkbox
      id={id}
      className={styles.tick}
      about={field.hint ?? undefined}
      error={error}
      aria-required={isRequired || undefined}
      disabled={field.isDisabled === true}
      checked={truthOf(props) ?? false}
      onChange={({ target }) => onAnswer(target.checked)}
    >
      {labelOf(field)}
      {frameProps(props).isStarred && <Star />}
    </Checkbox>
  );
}
