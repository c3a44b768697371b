import { lazy, Suspense, useState } from 'react';
import { Checkbox, Radio, SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { SearchIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { PasswordField } from '#ui/form/password-field.tsx';
import { useMask } from '#ui/form/use-mask.ts';
import { SearchPicker } from '#ui/search-picker/search-picker.tsx';
import { SpecimenGroup, Specimen } from './specimen.tsx';

/** Loaded lazily: the mask is large. */
const MaskedField = lazy(() => import('#ui/form/masked-field.tsx').then((module) => ({ default: module.MaskedField })));

export function Fields() {
  return (
    <SpecimenGroup id="fields" title="Fields">
      <Specimen name="TextField" file="field.tsx" isColumn>
        <div className={layout.fields}>
          <TextField label="Label only" />
          <TextField label="isOptional" isOptional defaultValue="Typed" />
          <TextField label="hint" hint="Helps the user before they type." />
          <TextField label="error" defaultValue="x" error="Company Name must have at least 2 characters." />
          <TextField label="disabled" disabled defaultValue="Cannot be changed" />
          <TextField label="readOnly" readOnly defaultValue="SPR-1042" />
          <TextField label="icon, placeholder" icon={<SearchIcon />} placeholder="Search" type="search" />
          <TextField
            label="isNumeric"
            isNumeric
            inputMode="numeric"
            defaultValue="2204"
            aside={<a href="#fields">aside</a>}
          />
        </div>
      </Specimen>
      <Specimen name="TextArea" file="field.tsx" isColumn>
        <div className={layout.fields}>
          <TextArea label="Message" rows={3} />
          <TextArea label="Message with an error" rows={3} error="Message is required." />
        </div>
      </Specimen>
      <Specimen name="SelectField" file="field.tsx" isColumn>
        <div className={layout.fields}>
          <SelectField label="State" defaultValue="NSW">
            <option>ACT</option>
            <option>NSW</option>
          </SelectField>
          <SelectField label="State with an error" error="State is required.">
            <option value="">Please choose</option>
          </SelectField>
        </div>
      </Specimen>
      <Specimen name="Checkbox, Radio" file="field.tsx">
        <Checkbox>Checkbox</Checkbox>
        <Checkbox defaultChecked>Checked</Checkbox>
        <Checkbox disabled>Disabled</Checkbox>
        <Checkbox error="Please accept the terms and conditions.">With an error</Checkbox>
        <fieldset className={layout.stack}>
          <legend className={layout.small}>Radio, in a fieldset</legend>
          <Radio name="visit" defaultChecked>
            Morning
          </Radio>
          <Radio name="visit">Evening</Radio>
        </fieldset>
      </Specimen>
      <Masked />
      <Picker />
    </SpecimenGroup>
  );
}

function Masked() {
  const [mobile, setMobile] = useState('');
  const phone = useMask('99 9999 9999');
  return (
    <Specimen name="PasswordField, masks" file="password-field.tsx masked-field.tsx use-mask.ts" isColumn>
      <div className={layout.fields}>
        <PasswordField label="Password" autoComplete="new-password" defaultValue="clean-floor-7" />
        <PasswordField label="Password with an error" autoComplete="new-password" error="Passwords must match" />
        <TextField label="useMask: 99 9999 9999" type="tel" isNumeric {...phone} />
        <Suspense fallback={null}>
          <MaskedField label="MaskedField: 0499 999 999" mask="0499 999 999" value={mobile} onValueChange={setMobile} />
        </Suspense>
      </div>
    </Specimen>
  );
}

const states = ['Australian Capital Territory', 'New South Wales', 'Queensland', 'Victoria'];
const findStates = async (search: string) =>
  states.filter((state) => state.toLowerCase().includes(search.toLowerCase()));

function Picker() {
  const [chosen, setChosen] = useState('none');
  return (
    <Specimen name="SearchPicker" file="search-picker.tsx" isColumn>
      <SearchPicker
        label="Find a state"
        placeholder="Part of its name"
        find={findStates}
        keyOf={(state) => state}
        none="No state matches."
        onChoose={setChosen}
      >
        {(state) => <strong>{state}</strong>}
      </SearchPicker>
      <p className={layout.small}>Chosen: {chosen}</p>
    </Specimen>
  );
}
