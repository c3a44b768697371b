import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, redirect } from 'react-router';
import type { z } from 'zod';
import { call } from '#lib/api.ts';
import { api, viewer } from '#lib/api-context.ts';
import { describe } from '#lib/page-meta.ts';
import { refusalHeaders } from '#lib/refusal.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { TextField } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { errorsFrom, leaveFor, refused, showFaults, summaryOf, textOf, told } from '../account-form.ts';
import styles from '../account-page.module.css';
import { credentials, sentences, signIn } from '../contract.ts';
import { afterSignIn, ownPath, withReturnUrl } from '../return-url.ts';
import type { Route } from './+types/login';

type Values = z.input<typeof credentials>;

const fields = ['UserName', 'Password'] as const;
const grant = { ClientId: 'web', GrantType: 'password' } as const;

export function loader({ context, request }: Route.LoaderArgs) {
  const target = afterSignIn(request.url, request.headers.get('referer'));
  if (viewer(context)) throw redirect(target);
  return { target };
}

/** Signs in without script; the called endpoint sets the cookies. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const target = ownPath(textOf(form, 'return-url')) ?? '/';
  const UserName = textOf(form, 'UserName');
  try {
    await api(context)(signIn, { body: { UserName, Password: textOf(form, 'Password'), ...grant } });
  } catch (error) {
    return refused(error, sentences.signInFailed, { UserName, target });
  }
  return redirect(target);
}

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Login',
    description: 'Sign in to your Spruce account to order supplies, follow your orders and keep your details.',
    path: '/login/',
    isPrivate: true,
  });

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const target = actionData?.target ?? loaderData.target;
  const typed = actionData?.UserName ?? ''; // also put into the HTML, for readers without script
  const [before] = useState(() => errorsFrom<Values>(actionData?.faults)); // one object: a new one would be set again
  const [refusal, setRefusal] = useState(actionData?.faults.length ? undefined : actionData?.message);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Values>({
    resolver: zodResolver(credentials),
    defaultValues: { UserName: typed, Password: '' },
    errors: before,
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;

  const submit = handleSubmit(async (values) => {
    setRefusal(undefined);
    try {
      await call<typeof signIn>('POST /v1/core/auth/token', { body: { ...values, ...grant } });
    } catch (error) {
      const { message, faults } = told(error, sentences.signInFailed);
      if (faults.length > 0) return showFaults(faults, setError);
      setRefusal(message);
      return setFocus('Password', { shouldSelect: true });
    }
    await leaveFor(target);
  });

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Sign in</h1>
        <p>For customers and the Spruce team.</p>
      </div>
      <ErrorSummary title={sentences.fieldsMissing} faults={summaryOf(errors, fields)} attempt={submitCount} />
      {refusal && (
        <Note tone="danger" isLive>
          <strong>{refusal}</strong>
        </Note>
      )}
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <input type="hidden" name="return-url" value={target} />
        <TextField
          {...register('UserName')}
          defaultValue={typed}
          id="UserName"
          label="Username"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.UserName?.message}
          required
        />
        <PasswordField
          {...register('Password')}
          id="Password"
          label="Password"
          autoComplete="current-password"
          error={errors.Password?.message}
          required
        />
        <Button type="submit" size="large" isBlock isBusy={isSubmitting}>
          Sign in
        </Button>
      </form>
      <p className={styles.other}>
        New here? <Link to={withReturnUrl('/register/', target)}>Register an account</Link>
      </p>
    </div>
  );
}
