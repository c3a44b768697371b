import type { ComponentPropsWithRef } from 'react';
import { TextField } from '#ui/form/field.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';

interface AddressLineProps extends ComponentPropsWithRef<'input'> {
  isFaulty?: boolean | undefined;
  error?: string | undefined;
}

/** The text field for searching an address. */
export function AddressLine({ isFaulty = false, error, ...rest }: AddressLineProps) {
  return (
    <TextField
      {...rest}
      label="Find the address"
      placeholder="Start typing, such as 12 Example Street"
      autoComplete="off"
      spellCheck={false}
      icon={<SearchIcon />}
      isFaulty={isFaulty}
      error={error}
    />
  );
}
