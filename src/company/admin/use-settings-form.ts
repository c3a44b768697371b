import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { get, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useRevalidator } from 'react-router';
import { showFaults } from '#accounts/account-form.ts';
import { call } from '#lib/api/api.ts';
import { Problem, sentenceOf } from '#lib/api/problem.ts';
import { changedMeanwhile } from '#lib/api/sentences.ts';
import { type getSettings, settingsContent, type SettingsContent, type updateSettings } from '../contract.ts';
import type { Difference } from '#ui/overlay/differences.tsx';
import type { FieldFault } from '#ui/form/error-fault.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
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

/** What is wrong with a field; of a list the first that is wrong in it. */
function messageOf(error: unknown): string | undefined {
  const { message } = (error ?? {}) as { message?: unknown }; // anything may have one
  if (typeof message === 'string') return message;
  return Array.isArray(error) ? error.map(messageOf).find((one) => one !== undefined) : undefined;
}

const begun = (settings: SettingsOnPage) => ({
  resolver: zodResolver(settingsContent),
  defaultValues: valuesOf(settings),
  shouldFocusError: false, // the summary takes the focus
});

/** The form of the settings: checked by the contract's shape, told what the server says, and what somebody else did meanwhile. */
export function useSettingsForm(settings: SettingsOnPage) {
  const form = useForm<SettingsValues, unknown, SettingsContent>(begun(settings));
  const { errors, submitCount: attempt } = form.formState;
  const values = useWatch({ control: form.control }) as SettingsValues; // every field has its first value
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
  const [late, setLate] = useState<readonly Difference[]>();
  /** What was typed stays, on top of what is stored now. */
  const readAgain = async (): Promise<void> => {
    const mine = form.getValues();
    const stored = valuesOf(await call<typeof getSettings>('GET /v1/settings', {}));
    const own = changedPaths(valuesOf(settings), mine);
    form.reset(stored);
    for (const path of own) form.setValue(path, valueAt(mine, path) as never, { shouldDirty: true }); // of the same place
    setLate(differencesOf(stored, form.getValues()));
    await revalidate();
  };
  const refused = async (error: unknown): Promise<void> => {
    const why = sentenceOf(error, sentences.failed);
    if (error instanceof Problem && error.faults.length > 0) return showFaults(error.faults, form.setError);
    if (why === changedMeanwhile)
      return readAgain().catch((failure: unknown) => notifyProblem(sentenceOf(failure, sentences.readFailed)));
    setRefusal(why);
  };
  const write = async (): Promise<void> => {
    setRefusal(undefined);
    const body = { ...form.getValues(), version: settings.version }; // what travels, in dollars; the shape has checked it
    const saved = await call<typeof updateSettings>('PUT /v1/settings', { body });
    setLate(undefined);
    form.reset(valuesOf(saved));
    notify({ text: sentences.saved });
    await revalidate();
  };
  const discard = (): void => {
    setLate(undefined);
    setRefusal(undefined);
    form.reset(valuesOf(settings));
  };
  const submit = form.handleSubmit(() => write().catch(refused));
  return { refusal, late, isSubmitting: form.formState.isSubmitting, submit, discard };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;
