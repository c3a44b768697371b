import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { Link, redirect } from 'react-router';
import type { z } from 'zod';
import { call } from '#lib/api.ts';
import { api, viewer } from '#lib/api-context.ts';
import { describe } from '#lib/page-meta.ts';
import { refusalHeaders } from '#lib/refusal.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { Checkbox, TextField } from '#ui/field.tsx';
import { Note } from '#ui/note.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { errorsFrom, leaveFor, refused, showFaults, summaryOf, textOf, told } from '../account-form.ts';
import styles from '../account-page.module.css';
import { type Registration, registration, register as registerEndpoint, sentences } from '../contract.ts';
import { PasswordChecklist } from '../password-checklist.tsx';
import { afterSignIn, ownPath, withReturnUrl } from '../return-url.ts';
import type { Route } from './+types/register';

type Values = z.input<typeof registration>;
type Form = UseFormReturn<Values, unknown, Registration>;

const texts = ['firstName', 'lastName', 'email', 'mobile'] as const;
const fields = [...texts, 'password', 'confirmPassword', 'acceptedTheTerms'] as const;

export function loader({ context, request }: Route.LoaderArgs) {
  const target = afterSignIn(request.url, null);
  if (viewer(context)) throw redirect(target);
  return { target };
}

const nothingTyped = { firstName: '', lastName: '', email: '', mobile: '' };

/** Registers without script; the called endpoint sets the cookies. What was typed comes back, passwords excepted. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const target = ownPath(textOf(form, 'return-url')) ?? '/';
  const [firstName, lastName, email, mobile] = texts.map((name) => textOf(form, name)) as [
    string,
    string,
    string,
    string,
  ]; // as many as texts
  const typed = { firstName, lastName, email, mobile };
  const passwords = { password: textOf(form, 'password'), confirmPassword: textOf(form, 'confirmPassword') };
  const acceptedTheTerms = (form.get('acceptedTheTerms') !== null) as true; // the endpoint refuses false
  try {
    await api(context)(registerEndpoint, { body: { ...typed, ...passwords, acceptedTheTerms } });
  } catch (error) {
    return refused(error, sentences.registerFailed, { typed, target });
  }
  return redirect(target);
}

export { refusalHeaders as headers };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Register',
    description:
      'Register a Spruce account to check out faster, follow your orders and keep your details in one place.',
    path: '/register/',
  });

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const target = actionData?.target ?? loaderData.target;
  const typed = actionData?.typed ?? nothingTyped;
  const [before] = useState(() => errorsFrom<Values>(actionData?.faults)); // one object: a new one would be set again
  const [refusal, setRefusal] = useState(actionData?.faults.length ? undefined : actionData?.message);
  const form: Form = useForm<Values, unknown, Registration>({
    resolver: zodResolver(registration),
    defaultValues: { ...typed, password: '', confirmPassword: '' },
    errors: before,
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = form.formState;

  const submit = form.handleSubmit(async (body) => {
    setRefusal(undefined);
    try {
      await call<typeof registerEndpoint>('POST /v1/core/accounts', { body });
    } catch (error) {
      const { message, faults } = told(error, sentences.registerFailed);
      if (faults.length > 0) return showFaults(faults, form.setError);
      return setRefusal(message);
    }
    await leaveFor(target);
  });

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>Register</h1>
        <p>One account for orders, invoices and delivery details.</p>
      </div>
      <ErrorSummary title={sentences.fieldsMissing} faults={summaryOf(errors, fields)} attempt={submitCount} />
      {refusal && (
        <Note tone="danger" isLive>
          <strong>{refusal}</strong>
        </Note>
      )}
      <form className={styles.form} method="post" noValidate onSubmit={submit}>
        <input type="hidden" name="return-url" value={target} />
        <PersonFields form={form} typed={typed} />
        <PasswordFields form={form} />
        <Checkbox
          {...form.register('acceptedTheTerms')}
          id="acceptedTheTerms"
          error={errors.acceptedTheTerms?.message}
          required
        >
          I accept the{' '}
          <a href="/terms-and-conditions/" target="_blank" rel="noopener">
            terms and conditions
          </a>
        </Checkbox>
        <Button type="submit" size="large" isBlock isBusy={isSubmitting}>
          Register
        </Button>
      </form>
      <p className={styles.other}>
        Already have an account? <Link to={withReturnUrl('/login/', target)}>Sign in</Link>
      </p>
    </div>
  );
}

interface PersonFieldsProps {
  form: Form;
  /** Put into the HTML too, for readers without script. */
  typed: typeof nothingTyped;
}

function PersonFields({ form: { register: field, formState }, typed }: PersonFieldsProps) {
  const { errors } = formState;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          {...field('firstName')}
          defaultValue={typed.firstName}
          id="firstName"
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          required
        />
        <TextField
          {...field('lastName')}
          defaultValue={typed.lastName}
          id="lastName"
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          required
        />
      </div>
      <TextField
        {...field('email')}
        defaultValue={typed.email}
        id="email"
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        required
      />
      <TextField
        {...field('mobile')}
        defaultValue={typed.mobile}
        id="mobile"
        label="Mobile"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        isNumeric
        error={errors.mobile?.message}
        required
      />
    </>
  );
}

function PasswordFields({ form: { register: field, formState, control } }: { form: Form }) {
  const { errors } = formState;
  const [password = '', confirmation = ''] = useWatch({ control, name: ['password', 'confirmPassword'] });
  return (
    <>
      <PasswordField
        {...field('password')}
        id="password"
        label="Password"
        autoComplete="new-password"
        error={errors.password?.message}
        required
      />
      <PasswordField
        {...field('confirmPassword')}
        id="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        required
      />
      <PasswordChecklist password={password} confirmation={confirmation} />
    </>
  );
}
