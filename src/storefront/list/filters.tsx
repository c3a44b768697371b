import { type FormEvent, useId, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import field from '#ui/form/field.module.css';
import { TextField } from '#ui/form/field.tsx';
import { ChevronDownIcon, FilterIcon } from '#ui/icons/icons.tsx';
import type { listProducts } from '../contract.ts';
import styles from './filters.module.css';
import { filterCount, type ListAddress, readAddress, toggleOption, withChange } from './list-url.ts';
import { HiddenFilters } from './search-and-sort.tsx';

type FullFacets = NonNullable<ReplyOf<typeof listProducts>['facets']>;

/** A filter value and its product count. */
type FacetValue = [value: string, count: number];
export type Facets = Omit<FullFacets, 'options'> & { options: { name: string; values: FacetValue[] }[] };

/** Price, stock and variation filters, with product counts. They apply at once, or by a button without JavaScript. */
export function Filters({ address, facets }: { address: ListAddress; facets: Facets | undefined }) {
  const navigate = useNavigate();
  if (!facets) return null;
  const show = (change: Partial<ListAddress>) =>
    void navigate({ search: withChange(address, change) }, { preventScrollReset: true });
  const active = filterCount(address);
  const priceOf = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const amounts = [...typed].map(([name, value]) => [name, String(value)]);
    const { minPrice, maxPrice } = readAddress(new URLSearchParams(amounts));
    show({ minPrice, maxPrice });
  };
  return (
    <details className={styles.filters}>
      <summary>
        <FilterIcon />
        Filters
        {active > 0 && <span className={styles.active}>{active}</span>}
        <ChevronDownIcon className={styles.chevron} />
      </summary>
      <Form className={styles.panel} onSubmit={priceOf}>
        <HiddenFilters
          address={{ ...address, minPrice: undefined, maxPrice: undefined, inStock: false, options: [] }}
        />
        <PriceRange address={address} range={facets.price} />
        <fieldset>
          <legend>Availability</legend>
          <Tick
            name="inStock"
            value="true"
            count={facets.inStock}
            isOn={address.inStock}
            toggle={() => show({ inStock: !address.inStock })}
          >
            In stock
          </Tick>
        </fieldset>
        {facets.options.map(({ name, values }) => (
          <OptionGroup key={name} name={name} values={values} address={address} show={show} />
        ))}
        <noscript>
          <Button type="submit" look="quiet" size="small">
            Apply filters
          </Button>
        </noscript>
      </Form>
    </details>
  );
}

function PriceRange({ address, range }: { address: ListAddress; range: { min: number; max: number } }) {
  const bounds = [
    { name: 'minPrice', label: 'From $', placeholder: Math.floor(range.min) },
    { name: 'maxPrice', label: 'To $', placeholder: Math.ceil(range.max) },
  ] as const;
  return (
    <fieldset>
      <legend>Price</legend>
      <div className={styles.price}>
        {bounds.map(({ name, label, placeholder }) => (
          <TextField
            key={`${name} ${address[name]}`}
            label={label}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            isNumeric
            placeholder={String(placeholder)}
            defaultValue={address[name] ?? ''}
          />
        ))}
        <Button type="submit" look="quiet">
          Set
        </Button>
      </div>
      <p className={styles.hint}>
        {formatDollars(range.min)} to {formatDollars(range.max)}
      </p>
    </fieldset>
  );
}

interface GroupProps {
  name: string;
  values: FacetValue[];
  address: ListAddress;
  show: (change: Partial<ListAddress>) => void;
}

/** Values shown before "more". */
const fewValues = 5;

function OptionGroup({ name, values, address, show }: GroupProps) {
  const [isWhole, setWhole] = useState(false);
  const listId = useId();
  const isOn = (value: string) => address.options.includes(`${name}:${value}`);
  const shown = isWhole ? values : values.filter(([value], index) => index < fewValues || isOn(value));
  return (
    <fieldset>
      <legend>{name}</legend>
      <div id={listId} className={styles.values}>
        {shown.map(([value, count]) => (
          <Tick
            key={value}
            name="option"
            value={`${name}:${value}`}
            count={count}
            isOn={isOn(value)}
            toggle={() => show({ options: toggleOption(address, `${name}:${value}`) })}
          >
            {value}
          </Tick>
        ))}
      </div>
      {shown.length < values.length && (
        <Button look="plain" size="small" aria-controls={listId} onClick={() => setWhole(true)}>
          {values.length - shown.length} more
        </Button>
      )}
    </fieldset>
  );
}

interface TickProps {
  name: string;
  value: string;
  count: number;
  isOn: boolean;
  toggle: () => void;
  children: string;
}

/** A value without products is disabled, not hidden, so that the panel does not jump. */
function Tick({ name, value, count, isOn, toggle, children }: TickProps) {
  const isDisabled = count === 0 && !isOn;
  const [isTicked, setTicked] = useState(isOn); // shown at once, before the list has loaded
  const [known, setKnown] = useState(isOn);
  if (known !== isOn) {
    setKnown(isOn);
    setTicked(isOn);
  }
  const press = (): void => {
    setTicked(!isTicked);
    toggle();
  };
  return (
    <label className={field.choice}>
      <input
        type="checkbox"
        className={field.check}
        name={name}
        value={value}
        checked={isTicked}
        disabled={isDisabled}
        onChange={press}
      />
      <span>
        {`${children} `}
        <small>{count}</small>
      </span>
    </label>
  );
}
