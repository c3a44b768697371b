import { redirect } from 'react-router';
import { Link } from '#ui/link.tsx';
import { call } from '#lib/api/api.ts';
import { api, viewer } from '#lib/api/api-context.ts';
import { describe } from '#lib/api/page-meta.ts';
import { usePageAddress } from '#lib/api/root-data.ts';
import { refusalHeaders } from '#lib/api/refusal.ts';
import { Checkbox } from '#ui/form/field.tsx';
import { leaveFor, refusedForm, textOf, textsOf } from '../account-form.ts';
import { AccountForm, AccountPage } from '../profile/account-page.tsx';
import { register as registerEndpoint } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { NewPasswordFields } from '../profile/new-password-fields.tsx';
import { PersonFields, personNames } from '../profile/person-fields.tsx';
import { afterSignIn, safeReturnPath, withReturnUrl } from '../sign-in/return-url.ts';
import { useAccountForm } from '../profile/use-account-form.ts';
import { welcomeNext } from '../welcome-notice.ts';
import type { Route } from './+types/register';

const fields = [...personNames, 'password', 'confirmPassword', 'acceptedTheTerms'] as const;

export function loader({ context, request }: Route.LoaderArgs) {
  const target = afterSignIn(request.url, null);
  if (viewer(context)) throw redirect(target);
  return { target };
}

/** Registers without script; the called endpoint sets the cookies. Entered values are shown again, except passwords. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const target = safeReturnPath(textOf(form, 'return-url'));
  const typed = textsOf(form, personNames);
  const passwords = { password: textOf(form, 'password'), confirmPassword: textOf(form, 'confirmPassword') };
  const acceptedTheTerms = (form.get('acceptedTheTerms') !== null) as true; // if not ticked, false is sent, which the endpoint refuses
  try {
    await api(context)(registerEndpoint, { body: { ...typed, ...passwords, acceptedTheTerms } });
  } catch (error) {
    return refusedForm(error, sentences.registerFailed, { typed, acceptedTheTerms, target });
  }
  return redirect(target);
}

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Register',
    description: 'Register an account to check out faster, track your orders and keep your details in one place.',
    path: '/register/',
  });

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const target = actionData?.target ?? loaderData.target;
  const { field, ...account } = useAccountForm({
    loadShape: () => import('../contract.ts').then(({ registration }) => registration),
    fields,
    values: actionData?.typed ?? {},
    serverMessage: actionData,
    fallback: sentences.registerFailed,
    send: async (body) => {
      await call<typeof registerEndpoint>('POST /v1/core/accounts', { body });
      welcomeNext(body.firstName);
      await leaveFor(target);
    },
  });
  const { defaultValue: _, ...terms } = field('acceptedTheTerms');
  const termsPage = usePageAddress('/terms-and-conditions/');
  const other = (
    <>
      Already have an account? <Link to={withReturnUrl('/login/', target)}>Sign in</Link>
    </>
  );
  return (
    <AccountPage title="Register" lead="One account for orders, invoices and delivery details." other={other}>
      <AccountForm account={account} submit="Register">
        <input type="hidden" name="return-url" value={target} />
        <PersonFields field={field} />
        <NewPasswordFields field={field} />
        <Checkbox {...terms} defaultChecked={actionData?.acceptedTheTerms}>
          I accept the{' '}
          {termsPage ? (
            <a href={termsPage} target="_blank" rel="noopener">
              terms and conditions
            </a>
          ) : (
            'terms and conditions'
          )}
        </Checkbox>
      </AccountForm>
    </AccountPage>
  );
}
