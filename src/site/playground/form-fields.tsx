import { useState } from 'react';
import { bareField, type ShownField } from '#forms/definition/definition.ts';
import { FormField } from '#forms/fields/form-field.tsx';
import type { Answer } from '#forms/rules/answer-values.ts';
import { day } from '#lib/day.ts';
import layout from '#ui/layout.module.css';
import { SpecimenGroup, Specimen } from './specimen.tsx';

const plain: ShownField = {
  id: '',
  formFieldType: 0,
  ...bareField,
  html: null,
};

const fields: ShownField[] = [
  { ...plain, id: 'work-order', formFieldType: 0, fieldLabel: 'Work order', maxLength: 12 },
  { ...plain, id: 'remarks', formFieldType: 1, fieldLabel: 'Remarks' },
  { ...plain, id: 'mail', formFieldType: 15, fieldLabel: 'Send the quote to' },
];

export function FormFields() {
  return (
    <SpecimenGroup id="form-fields" title="Fields of forms">
      <Specimen name="FormField" file="forms/fields/form-field.tsx" isColumn>
        <div className={layout.fields}>
          {fields.map((field) => (
            <One key={field.id} field={field} />
          ))}
        </div>
      </Specimen>
    </SpecimenGroup>
  );
}

function One({ field }: { field: ShownField }) {
  const [answer, setAnswer] = useState<Answer>('');
  return (
    <FormField
      {...{ field, answer }}
      formId="playground"
      formVersion={1}
      id={`field-${field.id}`}
      onAnswer={setAnswer}
      onFiles={() => undefined}
      error={undefined}
      isRequired={field.id === 'work-order'}
      isReadOnly={false}
      attempt={0}
      today={day('2026-11-22')}
    />
  );
}
