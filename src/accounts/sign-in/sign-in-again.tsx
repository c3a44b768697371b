import { type FormEvent, useId, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem, errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Refusal } from '#ui/feedback/note.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { textOf } from '../account-form.ts';
import type { readProfile, signIn } from '../contract.ts';

interface SignInAgainProps {
  viewerId: string;
  email: string;
  /** Called with true if the user has signed in again. */
  onEnd: (isRenewed: boolean) => void;
}

const unreachable = 'We were unable to connect to the server. Please try again.';

/** A sign-in dialog over the unchanged page. If another user signs in, a message says so and nothing is sent. */
export function SignInAgain({ viewerId, email, onEnd }: SignInAgainProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [fieldErrors, setFieldErrors] = useState<SignInFaults>({});
  const send = async (form: FormData): Promise<void> => {
    const [UserName, Password] = [textOf(form, 'UserName').trim(), textOf(form, 'Password')];
    const faults = faultsOf(UserName, Password);
    setFieldErrors(faults);
    setRefusal(undefined);
    if (Object.keys(faults).length > 0) return;
    setBusy(true);
    try {
      const body = { UserName, Password, ClientId: 'web', GrantType: 'password' } as const;
      await call<typeof signIn>('POST /v1/core/auth/token', { body });
      if (await isSignedInAs(viewerId)) return onEnd(true);
      setRefusal(`You are now signed in as someone else. Your changes belong to ${email}, so they were not saved.`);
    } catch (error) {
      setRefusal(errorMessageOf(error, unreachable));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) void send(new FormData(event.currentTarget));
  };
  return (
    <Dialog isOpen closesAtOnce title="Please sign in again" width="narrow" onClose={() => onEnd(false)}>
      <form method="dialog" noValidate onSubmit={submit}>
        <DialogBody>
          <p>Your session has ended. Sign in to save your changes, which are still here.</p>
          <Refusal isStrong>{refusal}</Refusal>
          <TextField
            id={`${id}-name`}
            name="UserName"
            label="Username"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={email}
            error={fieldErrors.UserName}
          />
          <PasswordField
            id={`${id}-password`}
            name="Password"
            label="Password"
            autoComplete="current-password"
            data-autofocus=""
            error={fieldErrors.Password}
          />
        </DialogBody>
        <DialogFoot>
          <Button look="quiet" onClick={() => onEnd(false)}>
            Not now
          </Button>
          <Button type="submit" isBusy={isBusy}>
            Sign in
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

type SignInFaults = Partial<Record<'UserName' | 'Password', string>>;

const faultsOf = (name: string, password: string): SignInFaults => ({
  ...(name === '' && { UserName: 'Username is required.' }),
  ...(password === '' && { Password: 'Password is required.' }),
});

/** Whether the user who opened the page is signed in; the `x-viewer` header makes the server refuse anyone else. */
async function isSignedInAs(viewerId: string): Promise<boolean> {
  const headers = { 'x-viewer': viewerId };
  const profile = call<typeof readProfile>(
    'GET /v1/core/accounts/{userId}',
    { params: { userId: viewerId } },
    { headers },
  );
  return profile.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && [401, 403, 404].includes(error.status)) return false;
      throw error;
    },
  );
}
