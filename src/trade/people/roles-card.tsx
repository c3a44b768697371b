import { useState } from 'react';
import { z } from 'zod';
import { summaryFaults } from '#accounts/account-form.ts';
import { useServerForm } from '#history/record-form.tsx';
import { checkFields } from '#lib/api/sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { useChange } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, FieldError, TextField } from '#ui/form/field.tsx';
import { PlusIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import layout from '#ui/layout.module.css';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import cards from '../accounts/account-cards.module.css';
import { useSaved } from '../accounts/use-saved.ts';
import { permissionLabels, type TradePermission, tradePermissions } from '../permissions.ts';
import { type RoleInput, roleInput } from './contract.ts';
import type { RoleOnPage } from './person-dialog.tsx';
import styles from './person-dialog.module.css';

/** The calls by which roles are changed: those of staff, or those of the account's own people. */
export interface RoleCalls {
  add: (body: RoleInput) => Promise<unknown>;
  update: (roleId: string, body: RoleInput & { version: number | undefined }) => Promise<unknown>;
  remove: (roleId: string) => Promise<unknown>;
}

interface RolesCardProps {
  roles: readonly RoleOnPage[];
  /** The permissions that the reader can give. */
  permissions: readonly TradePermission[];
  calls: RoleCalls;
}

/** What each role may do; roles of the account's own can be changed. */
export function RolesCard({ roles, permissions, calls }: RolesCardProps) {
  const [edited, setEdited] = useState<RoleOnPage | 'new'>();
  const { change } = useChange();
  const close = (): void => setEdited(undefined);
  const saved = useSaved(close);
  const remove = (role: RoleOnPage) =>
    change(async () => {
      await calls.remove(role.id);
      notify({ text: `The role ${role.name} has been deleted.` });
    }, 'Unable to delete the role.');
  const mayGive = (role: RoleOnPage) => role.permissions.every((one) => permissions.includes(one));
  return (
    <section className={panel.card} aria-labelledby="roles">
      <header className={panel.cardHead}>
        <h2 id="roles">Roles</h2>
        <Button look="quiet" size="small" onClick={() => setEdited('new')}>
          <PlusIcon />
          Add a role
        </Button>
      </header>
      <ul className={cards.roles}>
        {roles.map((role) => (
          <li key={role.id}>
            <p>
              <b>{role.name}</b>
              {role.permissions.map((one) => permissionLabels[one]).join(' · ')}
            </p>
            {!role.isBuiltIn && mayGive(role) && (
              <span className={cards.actions}>
                <Button look="plain" size="small" onClick={() => setEdited(role)} aria-label={`Edit ${role.name}`}>
                  Edit
                </Button>
                <Button look="plain" size="small" onClick={() => void remove(role)} aria-label={`Delete ${role.name}`}>
                  Delete
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <RoleDialog
          role={edited === 'new' ? undefined : edited}
          permissions={permissions}
          send={(body, role) =>
            role
              ? saved(calls.update(role.id, { ...body, version: role.version }), 'The role has been saved.')
              : saved(calls.add(body), 'The role has been added.')
          }
          close={close}
        />
      )}
    </section>
  );
}

interface RoleDialogProps {
  role: RoleOnPage | undefined;
  permissions: readonly TradePermission[];
  send: (body: RoleInput, role: RoleOnPage | undefined) => Promise<void>;
  close: () => void;
}

const typedRole = z.custom<z.input<typeof roleInput>>().pipe(roleInput);

function RoleDialog({ role, permissions, send, close }: RoleDialogProps) {
  const { form, refusal, submit } = useServerForm(typedRole, {
    values: { name: role?.name ?? '', permissions: role?.permissions ?? ['Order'] },
    fallback: 'Unable to save the role.',
    send: (body) => send(body, role),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  return (
    <FormDialog
      title={role ? 'Edit role' : 'Add a role'}
      about={role?.name}
      head={
        <ErrorSummary
          title={checkFields}
          faults={summaryFaults(errors, ['name', 'permissions'])}
          attempt={submitCount}
        />
      }
      refusal={refusal}
      submitLabel={role ? 'Save role' : 'Add role'}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <div className={layout.stack}>
        <TextField {...form.register('name')} id="name" label="Role name" autoFocus error={errors.name?.message} />
        <fieldset className={styles.sites} aria-describedby={errors.permissions ? 'permissions-error' : undefined}>
          <legend>May</legend>
          {tradePermissions
            .filter((one) => permissions.includes(one))
            .map((one, i) => (
              <Checkbox
                key={one}
                {...form.register('permissions')}
                value={one}
                id={i === 0 ? 'permissions' : `permission-${one}`}
              >
                {permissionLabels[one]}
              </Checkbox>
            ))}
          <FieldError id="permissions-error">{errors.permissions?.message}</FieldError>
        </fieldset>
      </div>
    </FormDialog>
  );
}
