import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { summaryFaults } from '#accounts/account-form.ts';
import { useServerForm } from '#history/record-form.tsx';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { checkFields } from '#lib/api/sentences.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, FieldError, SelectField, TextField } from '#ui/form/field.tsx';
import { FormMoneyField } from '#ui/form/money-field.tsx';
import layout from '#ui/layout.module.css';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { permissionLabels } from '../permissions.ts';
import { invitationInput, type invitePerson, type listPeople, sentences } from './contract.ts';
import styles from './person-dialog.module.css';

/** A person as the browser gets them, with amounts in dollars. */
export type PersonOnPage = ReplyOf<typeof listPeople>['people'][number];
export type RoleOnPage = ReplyOf<typeof listPeople>['roles'][number];
export type InvitationBody = InputOf<typeof invitePerson>['body'];

interface PersonValues {
  email: string;
  roleId: string;
  hasAllSites: boolean;
  siteIds: string[];
  hasLimit: boolean;
  limit: number | null;
  limitPeriod: 'order' | 'month';
}

const personFields = ['email', 'roleId', 'siteIds', 'limit', 'limitPeriod'] as const;

const bodyOf = ({ hasLimit, limit, ...values }: PersonValues): InvitationBody => ({
  ...values,
  siteIds: values.hasAllSites ? [] : values.siteIds,
  limit: hasLimit ? limit : null,
});

/** The shape of an invitation serves for somebody who is there as well: their e-mail address cannot be changed here. */
const typedPerson = z.custom<PersonValues>().superRefine((values, context) => {
  for (const { path, message } of invitationInput.safeParse(bodyOf(values)).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: [...path], message });
  if (values.hasLimit && values.limit === null)
    context.addIssue({ code: 'custom', path: ['limit'], message: sentences.limitRequired });
});

interface PersonDialogProps {
  /** Undefined to invite somebody. */
  person?: PersonOnPage | undefined;
  roles: readonly RoleOnPage[];
  sites: readonly { id: string; name: string }[];
  send: (body: InvitationBody, version: number | undefined) => Promise<unknown>;
  close: () => void;
}

/** Invites somebody to an account, or changes their role, sites and limit. */
export function PersonDialog({ person, roles, sites, send, close }: PersonDialogProps) {
  const buyer = roles.find(({ name, isBuiltIn }) => isBuiltIn && name === 'Buyer');
  const { form, refusal, submit } = useServerForm(typedPerson, {
    values: {
      email: person?.email ?? '',
      roleId: person?.roleId ?? buyer?.id ?? '',
      hasAllSites: person?.hasAllSites ?? sites.length === 0,
      siteIds: person?.siteIds ?? [],
      hasLimit: person !== undefined && person.limit !== null,
      limit: person?.limit ?? null,
      limitPeriod: person?.limitPeriod ?? 'month',
    },
    fallback: person ? 'Unable to save the person.' : 'Unable to invite the person.',
    send: async (_, { getValues }) => void (await send(bodyOf(getValues()), person?.version)),
  });
  const { control, register, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const { roleId, hasAllSites, hasLimit } = useWatch({ control });
  const role = roles.find(({ id }) => id === roleId);
  return (
    <FormDialog
      title={person ? 'Edit person' : 'Invite somebody'}
      about={person && (person.name || person.email)}
      head={<ErrorSummary title={checkFields} faults={summaryFaults(errors, personFields)} attempt={submitCount} />}
      refusal={refusal}
      submitLabel={person ? 'Save person' : 'Send invitation'}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <div className={layout.stack}>
        {!person && (
          <TextField
            {...register('email')}
            id="email"
            label="Email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            error={errors.email?.message}
          />
        )}
        <SelectField
          {...register('roleId')}
          id="roleId"
          label="Role"
          error={errors.roleId?.message}
          hint={role?.permissions.map((one) => permissionLabels[one]).join(' · ')}
          choices={roles.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <fieldset className={styles.sites} aria-describedby={errors.siteIds ? 'siteIds-error' : undefined}>
          <legend>Sites</legend>
          <Checkbox {...register('hasAllSites')} id="hasAllSites">
            All sites, also those that are added later
          </Checkbox>
          {!hasAllSites &&
            sites.map(({ id, name }, i) => (
              <Checkbox key={id} {...register('siteIds')} value={id} id={i === 0 ? 'siteIds' : `site-${id}`}>
                {name}
              </Checkbox>
            ))}
          <FieldError id="siteIds-error">{errors.siteIds?.message}</FieldError>
        </fieldset>
        <Checkbox {...register('hasLimit')} id="hasLimit" about="Orders above it wait for approval.">
          May spend up to a limit
        </Checkbox>
        {hasLimit && (
          <div className={layout.fields}>
            <FormMoneyField name="limit" control={control} id="limit" label="Limit" error={errors.limit?.message} />
            <SelectField {...register('limitPeriod')} id="limitPeriod" label="For">
              <option value="month">Each month</option>
              <option value="order">Each order</option>
            </SelectField>
          </div>
        )}
      </div>
    </FormDialog>
  );
}
