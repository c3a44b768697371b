import { get, useWatch } from 'react-hook-form';
import { usePageForm } from '#history/page-form.tsx';
import { call } from '#lib/api/api.ts';
import { type getSettings, settingsContent, type updateSettings } from '../contract.ts';
import { type FieldFault, messageOf } from '#ui/form/field-fault.ts';
import {
  changedPaths,
  differencesOf,
  type SettingPath,
  settingPaths,
  type SettingsOnPage,
  type SettingsValues,
  valuesOf,
} from './settings-form-values.ts';

export const sentences = {
  saved: 'Changes have been saved.',
  failed: 'Unable to save the settings.',
  readFailed: 'Unable to read the settings.',
};

/** The settings form, with its values and their faults. */
export function useSettingsForm(settings: SettingsOnPage) {
  const state = usePageForm(settingsContent, {
    stored: settings,
    valuesOf,
    changedPaths,
    differencesOf,
    read: () => call<typeof getSettings>('GET /v1/settings', {}),
    save: (_, values) => {
      const body = { ...values, version: settings.version }; // validated by the shape; amounts are sent in dollars
      return call<typeof updateSettings>('PUT /v1/settings', { body });
    },
    sentences,
  });
  const { errors } = state.form.formState;
  const values = useWatch({ control: state.form.control }) as SettingsValues; // every field has an initial value
  const errorOf = (path: SettingPath): string | undefined => messageOf(get(errors, path));
  const faults = settingPaths.flatMap((id): FieldFault[] => {
    const message = errorOf(id);
    return message === undefined ? [] : [{ id, message }];
  });
  const changes = changedPaths(valuesOf(settings), values).length;
  return { ...state, values, changes, errorOf, faults };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** What the cards need of the form, which the set-up of a site has as well. */
export type SettingsFields = Pick<SettingsForm, 'form' | 'values' | 'errorOf' | 'attempts'>;
