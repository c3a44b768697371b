import { type FormEvent, useId, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { Problem, sentenceOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { textOf } from '../account-form.ts';
import type { readProfile, signIn } from '../contract.ts';

interface SignInAgainProps {
  /** Who opened the page. */
  viewerId: string;
  email: string;
  /** With true where they are signed in again. */
  onEnd: (isRenewed: boolean) => void;
}

const unreachable = 'We were unable to connect to the server. Please try again.';

/** Signs in in front of the page, which stays as it is behind it. Who signs in as somebody else reads so, and nothing is sent. */
export function SignInAgain({ viewerId, email, onEnd }: SignInAgainProps) {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [missing, setMissing] = useState<Missing>({});
  const send = async (form: FormData): Promise<void> => {
    const [UserName, Password] = [textOf(form, 'UserName').trim(), textOf(form, 'Password')];
    const faults = missingIn(UserName, Password);
    setMissing(faults);
    setRefusal(undefined);
    if (Object.keys(faults).length > 0) return;
    setBusy(true);
    try {
      const body = { UserName, Password, ClientId: 'web', GrantType: 'password' } as const;
      await call<typeof signIn>('POST /v1/core/auth/token', { body });
      if (await isStill(viewerId)) return onEnd(true);
      setRefusal(
        `You are signed in as somebody else now. What you typed belongs to ${email}, and nothing of it was sent.`,
      );
    } catch (error) {
      setRefusal(sentenceOf(error, unreachable));
    } finally {
      setBusy(false);
    }
  };
  const press = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!isBusy) void send(new FormData(event.currentTarget));
  };
  return (
    <Dialog isOpen closesAtOnce title="Please sign in again" width="narrow" onClose={() => onEnd(false)}>
      <form noValidate onSubmit={press}>
        <DialogBody>
          <p>Your session has ended. What you typed is still here: sign in, and it is saved.</p>
          {refusal && (
            <Note tone="danger" isLive>
              <strong>{refusal}</strong>
            </Note>
          )}
          <TextField
            id={`${id}-name`}
            name="UserName"
            label="Username"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={email}
            error={missing.UserName}
          />
          <PasswordField
            id={`${id}-password`}
            name="Password"
            label="Password"
            autoComplete="current-password"
            data-autofocus=""
            error={missing.Password}
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

type Missing = Partial<Record<'UserName' | 'Password', string>>;

const missingIn = (name: string, password: string): Missing => ({
  ...(name === '' && { UserName: 'Username is required.' }),
  ...(password === '' && { Password: 'Password is required.' }),
});

/** Whether the one who is signed in now is the one who opened the page: the server refuses all others by the header. */
async function isStill(viewerId: string): Promise<boolean> {
  const headers = { 'x-viewer': viewerId };
  const asked = call<typeof readProfile>(
    'GET /v1/core/accounts/{userId}',
    { params: { userId: viewerId } },
    { headers },
  );
  return asked.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && [401, 403, 404].includes(error.status)) return false;
      throw error;
    },
  );
}
