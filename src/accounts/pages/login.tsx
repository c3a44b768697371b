import { redirect } from 'react-router';
import { Link } from '#ui/link.tsx';
import { call } from '#lib/api/api.ts';
import { api, viewer } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { refusalHeaders } from '#lib/api/refusal.ts';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { leaveFor, refusedForm, textOf } from '../account-form.ts';
import { AccountForm, AccountPage } from '../profile/account-page.tsx';
import { signIn } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { afterSignIn, safeReturnPath, withReturnUrl } from '../sign-in/return-url.ts';
import { useAccountForm } from '../profile/use-account-form.ts';
import type { Route } from './+types/login';

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
  const target = safeReturnPath(textOf(form, 'return-url'));
  const UserName = textOf(form, 'UserName');
  try {
    await api(context)(signIn, { body: { UserName, Password: textOf(form, 'Password'), ...grant } });
  } catch (error) {
    return refusedForm(error, sentences.signInFailed, { UserName, target });
  }
  return redirect(target);
}

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Login',
    description: 'Sign in to your account to order supplies, track your orders and manage your details.',
    path: '/login/',
    isPrivate: true,
  });

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const target = actionData?.target ?? loaderData.target;
  const account = useAccountForm({
    loadShape: () => import('../contract.ts').then(({ credentials }) => credentials),
    fields,
    values: { UserName: actionData?.UserName ?? '' },
    serverMessage: actionData,
    fallback: sentences.signInFailed,
    send: async (body) => {
      await call<typeof signIn>('POST /v1/core/auth/token', { body: { ...body, ...grant } });
      await leaveFor(target);
    },
    onRefused: (form) => {
      const password = form.querySelector<HTMLInputElement>('#Password');
      password?.focus();
      password?.select();
    },
  });
  const other = (
    <>
      New here? <Link to={withReturnUrl('/register/', target)}>Register an account</Link>
    </>
  );
  return (
    <AccountPage title="Sign in" lead="For customers and our team." other={other}>
      <AccountForm account={account} submit="Sign in">
        <input type="hidden" name="return-url" value={target} />
        <TextField
          {...account.field('UserName')}
          label="Username"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          {...account.field('Password')}
          label="Password"
          autoComplete="current-password"
          aside={<Link to="/forgot-password/">Forgot Password</Link>}
        />
      </AccountForm>
    </AccountPage>
  );
}
