import type { ComponentProps } from 'react';
import { TextField } from '#ui/form/field.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';

/** The text field of the address search, with or without its suggestions. */
export function AddressSearchInput(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      {...props}
      label="Find the address"
      placeholder="Start typing, such as 12 Example Street"
      autoComplete="off"
      spellCheck={false}
      icon={<SearchIcon />}
    />
  );
}
