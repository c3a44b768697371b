import type { ComponentType } from 'react';
import { type BrandField, brandLabels } from '#company/admin/brand-form.ts';
import { type SettingPath, settingPaths } from '#company/admin/settings-form-values.ts';
import { brandContent } from '#company/brand-contract.ts';
import { settingsContent } from '#company/contract.ts';
import type { FieldFault } from '#ui/form/field-fault.ts';
import { administrator, services as servicesShape } from '../contract.ts';
import type { SetupForms } from '../use-setup.ts';
import { AdministratorStep } from './administrator-step.tsx';
import { AreaStep, BrandStep, CompanyStep } from './company-steps.tsx';
import { ServicesStep, serviceFields } from './services-step.tsx';

const administratorFields = ['firstName', 'lastName', 'email', 'mobile', 'password', 'confirmPassword'] as const;

/** A step of the set-up. Its fields are paths in the forms of `SetupForms`; a field's id is its path. */
interface SetupStep {
  id: string;
  label: string;
  note: string;
  settings?: readonly SettingPath[];
  brand?: readonly BrandField[];
  /** Whether the step asks for the services; its fields are then the services of the library. */
  hasServices?: true;
  administrator?: typeof administratorFields;
  Content: ComponentType<{ setup: SetupForms }>;
}

const settingsUnder = (prefix: string): SettingPath[] => settingPaths.filter((path) => path.startsWith(prefix));
const placeFields: readonly BrandField[] = ['areas', 'hours'];

/** The steps in order. To add a step, add an entry with its fields and its content. */
export const steps: readonly [SetupStep, ...SetupStep[]] = [
  {
    id: 'company',
    label: 'Company',
    note: 'Name, ABN, contact',
    settings: settingsUnder('company.'),
    Content: CompanyStep,
  },
  {
    id: 'brand',
    label: 'Brand',
    note: 'Colours, fonts, logo',
    brand: (Object.keys(brandLabels) as BrandField[]).filter((field) => !placeFields.includes(field)), // its own keys
    Content: BrandStep,
  },
  { id: 'services', label: 'Services', note: 'What you offer', hasServices: true, Content: ServicesStep },
  {
    id: 'area',
    label: 'Area',
    note: 'And delivery',
    brand: placeFields,
    settings: settingsUnder('delivery.'),
    Content: AreaStep,
  },
  {
    id: 'administrator',
    label: 'Administrator',
    note: 'Your own account',
    administrator: administratorFields,
    Content: AdministratorStep,
  },
];

/** Checks a step's fields and shows what is wrong with them. */
export async function checkStep(step: SetupStep, { settings, brand, services, administrator: own }: SetupForms) {
  const results = [
    await settings.form.trigger(step.settings ?? []),
    await brand.form.trigger(step.brand ?? []),
    !step.hasServices || (await services.form.trigger()),
    await own.form.trigger(step.administrator ?? []),
  ];
  return results.every(Boolean);
}

/** What is known to be wrong with a step's fields, in their order. */
export function faultsOf(step: SetupStep, { settings, brand, services, administrator: own }: SetupForms): FieldFault[] {
  const found = [
    ...(step.brand ?? []).map((id) => ({ id, message: brand.errorOf(id) })),
    ...(step.settings ?? []).map((id) => ({ id, message: settings.errorOf(id) })),
    ...(step.hasServices ? serviceFields(services.values) : []).map((id) => ({ id, message: services.errorOf(id) })),
    ...(step.administrator ?? []).map((id) => ({ id, message: own.errorOf(id) })),
  ];
  return found.flatMap(({ id, message }) => (message === undefined ? [] : [{ id, message }]));
}

interface Parsed {
  error?: { issues: readonly { path: readonly PropertyKey[] }[] } | undefined;
}

/** Whether neither the fields nor the values within them have faults. */
const areRight = (fields: readonly string[] = [], { error }: Parsed): boolean =>
  !error?.issues.some(({ path }) => fields.some((field) => `${path.join('.')}.`.startsWith(`${field}.`)));

/** Whether a step's fields are complete and valid, as far as the browser can tell. */
export const isComplete = (step: SetupStep, { settings, brand, services, administrator: own }: SetupForms): boolean =>
  (!step.settings || areRight(step.settings, settingsContent.safeParse(settings.values))) &&
  (!step.brand || areRight(step.brand, brandContent.safeParse(brand.values))) &&
  (!step.hasServices || servicesShape.safeParse(services.values).success) &&
  (!step.administrator || areRight(step.administrator, administrator.safeParse(own.values)));
