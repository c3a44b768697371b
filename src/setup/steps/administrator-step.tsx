import { NewPasswordFields } from '#accounts/profile/new-password-fields.tsx';
import { PersonFields } from '#accounts/profile/person-fields.tsx';
import { Card } from '#company/admin/settings-card.tsx';
import type { SetupForms } from '../use-setup.ts';

/** The account of the person who sets up the site; the password is not stored until the set-up is finished. */
export function AdministratorStep({ setup: { administrator } }: { setup: SetupForms }) {
  const { form, errorOf } = administrator;
  const field = (name: Parameters<typeof errorOf>[0]) => ({
    ...form.register(name),
    id: name,
    required: true as const,
    error: errorOf(name),
    defaultValue: form.formState.defaultValues?.[name],
  });
  return (
    <Card
      id="administrator"
      title="Your account"
      about="You can do everything in the back office with it, and add other people there. You are signed in at the end."
    >
      <PersonFields field={field} />
      <NewPasswordFields field={field} />
    </Card>
  );
}
