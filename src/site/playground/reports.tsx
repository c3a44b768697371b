import { useState } from 'react';
import { BarChart, Legend } from '#ui/chart/bar-chart.tsx';
import { DayField } from '#ui/form/day-field.tsx';
import { Change, Figure, Figures } from '#ui/feedback/key-figures.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { FileField } from '#ui/upload/file-field.tsx';
import { FilterPanel } from '#ui/form/filter-panel.tsx';
import { type SimpleColumn, SimpleTable } from '#ui/layout/simple-table.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { Specimen, State } from './specimen.tsx';

interface Sold {
  name: string;
  code: string;
  units: number;
}

const sold: readonly Sold[] = [
  { name: 'Flat mop, 40 cm', code: 'MOP-40', units: 24 },
  { name: 'Dust mop', code: 'MOP-D', units: 7 },
];

const columns: readonly SimpleColumn<Sold>[] = [
  { label: 'Mop', cell: ({ name }) => name, about: ({ code }) => code, sum: 'All' },
  { label: 'Units', cell: ({ units }) => units, sum: 31 },
];

const bars = [
  { key: 'mon', name: 'Monday', ticks: ['Mon', '2'], value: 180, before: 120 },
  { key: 'tue', name: 'Tuesday', ticks: ['Tue', '3'], value: 90, before: 140 },
  { key: 'wed', name: 'Wednesday', ticks: ['Today', '4'], value: 210, before: 0, isNow: true },
];

export function Reports() {
  const [day, setDay] = useState('31/01/2026');
  const keyOf = ({ code }: Sold): string => code;
  return (
    <>
      <Specimen name="Figures, BarChart" file="key-figures.tsx bar-chart.tsx" isColumn>
        <Figures>
          <Figure label="Sales" value="$480.00">
            <Change now={480} before={260} than="last week" />
          </Figure>
          <Figure label="Returned" value="1">
            <Change now={1} before={2} than="last week" />
          </Figure>
          <Figure label="Mops" value="31">
            <Change now={31} before={0} than="last week" />
          </Figure>
        </Figures>
        <Legend
          entries={[
            { label: 'Today', look: 'now' },
            { label: 'Earlier', look: 'bar' },
            { label: 'Week before', look: 'before' },
          ]}
        />
        <BarChart label="Sales of mops" bars={bars} beforeName="the week before" />
      </Specimen>
      <Specimen name="SimpleTable" file="simple-table.tsx" isColumn>
        <div className={panel.panel}>
          <SimpleTable label="Mops sold" columns={columns} rows={sold} keyOf={keyOf} />
        </div>
        <SimpleTable label="Mops in a dialog" columns={columns} rows={sold} keyOf={keyOf} isFramed>
          <p>and 12 more</p>
        </SimpleTable>
        <div className={panel.panel}>
          <SimpleTable label="No mops" columns={columns} rows={[]} keyOf={keyOf} none="No mops were sold." />
        </div>
      </Specimen>
      <Specimen name="FilterPanel, DayField, FileField" file="filter-panel.tsx day-field.tsx file-field.tsx" isColumn>
        <FilterPanel
          legend="Kind of mop"
          choices={['Flat', 'Dust'].map((kind) => (
            <Checkbox key={kind} defaultChecked>
              {kind}
            </Checkbox>
          ))}
          error="At least 1 kind is required."
          onSubmit={() => undefined}
        >
          <DayField label="Mopped on" className={panel.day ?? ''} value={day} onValueChange={setDay} />
        </FilterPanel>
        <State props="FileField">
          <FileField label="Mops as CSV" hint="One file." accept=".csv" onChoose={() => undefined} />
        </State>
      </Specimen>
    </>
  );
}
