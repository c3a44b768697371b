import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { get, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { showFaults } from '#accounts/account-form.ts';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { type getSettings, settingsContent, type SettingsContent, type updateSettings } from '../contract.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import type { Difference } from '#ui/overlay/differences.tsx';
import type { FieldFault } from '#ui/form/error-fault.ts';
import { notify } from '#ui/feedback/notify.tsx';
import {
  changedPaths,
  differencesOf,
  type SettingPath,
  settingPaths,
  type SettingsOnPage,
  type SettingsValues,
  valueAt,
  valuesOf,
} from './settings-values.ts';

export const sentences = {
  saved: 'Changes have been saved.',
  failed: 'Unable to save the settings.',
  readFailed: 'Unable to read the settings.',
};

/** The error message of a field; for a list, its first one. */
function messageOf(error: unknown): string | undefined {
  const { message } = (error ?? {}) as { message?: unknown }; // any value may have a message
  if (typeof message === 'string') return message;
  return Array.isArray(error) ? error.map(messageOf).find((one) => one !== undefined) : undefined;
}

const formOptions = (settings: SettingsOnPage) => ({
  resolver: zodResolver(settingsContent),
  defaultValues: valuesOf(settings),
  shouldFocusError: false, // the error summary takes the focus
});

/**
 * The form of the settings: validated by the contract's shape, with the server's faults and conflicting changes shown
 * in it.
 */
export function useSettingsForm(settings: SettingsOnPage) {
  const form = useForm<SettingsValues, unknown, SettingsContent>(formOptions(settings));
  const { errors, submitCount: attempt } = form.formState;
  const values = useWatch({ control: form.control }) as SettingsValues; // every field has an initial value
  const errorOf = (path: SettingPath): string | undefined => messageOf(get(errors, path));
  const faults = settingPaths.flatMap((id): FieldFault[] => {
    const message = errorOf(id);
    return message === undefined ? [] : [{ id, message }];
  });
  const changes = changedPaths(valuesOf(settings), values).length;
  return { form, values, changes, errorOf, faults, attempt, ...useSaving(settings, form) };
}

function useSaving(settings: SettingsOnPage, form: UseFormReturn<SettingsValues, unknown, SettingsContent>) {
  const { revalidate } = useRevalidator();
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<readonly Difference[]>();
  /** Reloads the settings and applies the entries made here on top. */
  const reload = async (): Promise<void> => {
    const mine = form.getValues();
    const stored = valuesOf(await call<typeof getSettings>('GET /v1/settings', {}));
    const own = changedPaths(valuesOf(settings), mine);
    form.reset(stored);
    for (const path of own) form.setValue(path, valueAt(mine, path) as never, { shouldDirty: true }); // a value of the same path
    setConflict(differencesOf(stored, form.getValues()));
    await revalidate();
  };
  const showError = async (error: unknown): Promise<void> => {
    const sentence = errorMessageOf(error, sentences.failed);
    if (error instanceof Problem && error.faults.length > 0) return showFaults(error.faults, form.setError);
    if (sentence === changedBySomeoneElse) return void (await attempt(reload, sentences.readFailed));
    setRefusal(sentence);
  };
  const save = async (): Promise<void> => {
    setRefusal(undefined);
    const body = { ...form.getValues(), version: settings.version }; // validated by the shape; amounts are sent in dollars
    const saved = await call<typeof updateSettings>('PUT /v1/settings', { body });
    setConflict(undefined);
    form.reset(valuesOf(saved));
    notify({ text: sentences.saved });
    await revalidate();
  };
  const discard = (): void => {
    setConflict(undefined);
    setRefusal(undefined);
    form.reset(valuesOf(settings));
  };
  const submit = form.handleSubmit(() => save().catch(showError));
  return { refusal, conflict, isSubmitting: form.formState.isSubmitting, submit, discard };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
