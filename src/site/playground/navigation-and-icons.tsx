import { useState } from 'react';
import { Breadcrumbs } from '#ui/layout/breadcrumbs.tsx';
import * as icons from '#ui/icons/icons.tsx';
import { Pagination, rangeText } from '#ui/layout/pagination.tsx';
import { StepDot } from '#ui/layout/step-dot.tsx';
import { type Step, Stepper } from '#ui/layout/stepper.tsx';
import { SpecimenGroup, Specimen, State } from './specimen.tsx';
import styles from './navigation-and-icons.module.css';

const crumbs = [
  { label: 'Home', to: '/' },
  { label: 'Chemicals', to: '/shopping/products/chemicals' },
];
const range = { page: 3, pageSize: 8, total: 46 };

export function NavigationAndIcons() {
  const [current, setCurrent] = useState('delivery');
  const steps: Step[] = [
    { id: 'billing', label: 'Billing', note: 'Who pays', isDone: true, isOpen: true },
    { id: 'delivery', label: 'Delivery', isDone: false, isOpen: true },
    { id: 'review', label: 'Review', isDone: false, isOpen: false },
  ];
  return (
    <SpecimenGroup id="navigation" title="Navigation and icons">
      <Specimen name="Breadcrumbs" file="breadcrumbs.tsx">
        <Breadcrumbs crumbs={crumbs} current="Disinfectants" />
      </Specimen>
      <Specimen name="Stepper" file="stepper.tsx" isColumn>
        <Stepper label="An example of steps" steps={steps} current={current} onStep={setCurrent} />
      </Specimen>
      <Specimen name="StepDot" file="step-dot.tsx">
        <State props="isDone">
          <StepDot number={1} isDone isNow={false} />
        </State>
        <State props="isNow">
          <StepDot number={2} isDone={false} isNow />
        </State>
        <State props="upcoming">
          <StepDot number={3} isDone={false} isNow={false} />
        </State>
      </Specimen>
      <Specimen name="Pagination, rangeText" file="pagination.tsx" isColumn>
        <p>{rangeText(range)}</p>
        <Pagination {...range} toPage={(page) => `?page=${page}`} />
      </Specimen>
      <Specimen name="Icons" file="icons.tsx">
        <ul className={styles.icons}>
          {Object.entries(icons).map(([name, Icon]) => (
            <li key={name}>
              <Icon size={24} />
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </Specimen>
    </SpecimenGroup>
  );
}
