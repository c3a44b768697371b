import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { data, redirect, useSearchParams } from 'react-router';
import { leaveFor } from '#accounts/account-form.ts';
import { call } from '#lib/api/api.ts';
import { api } from '#lib/api/api-context.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { fieldsMissing } from '#lib/api/sentences.ts';
import { AnchorButton, Button } from '#ui/button/button.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import layout from '#ui/layout.module.css';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Stepper } from '#ui/layout/stepper.tsx';
import { type finishSetup, openSetup, readSetup, type SetupDraft, setupSentences } from '../contract.ts';
import styles from '../setup.module.css';
import { checkStep, faultsOf, isComplete, steps } from '../steps/steps.ts';
import { useKeptDraft } from '../use-kept-draft.ts';
import { draftOf, showFaults, useSetup } from '../use-setup.ts';
import type { Route } from './+types/setup';

/** The token of the link becomes a cookie, so that it stays neither in the address nor in the history. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('t');
  try {
    if (token === null) return { draft: await api(context)(readSetup) };
    await api(context)(openSetup, { body: { token } });
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 401) throw error;
    return data({ draft: null, message: error.message }, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
  }
  throw redirect('/setup/');
}

/** The style sheet with all pairs of fonts, which this page shows; other pages load only the brand's pair. */
export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: '/brand/fonts.css' }];

/** Never, because the forms take only their initial values from the data. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = () => [{ title: 'Set up your site' }, { name: 'robots', content: 'noindex' }];

export default function SetupPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className={styles.page}>
      <h1>Set up your site</h1>
      {loaderData.draft ? <Wizard first={loaderData.draft} /> : <NoLink {...loaderData} />}
    </main>
  );
}

const NoLink = ({ message }: { message: string }) => (
  <EmptyState title={message} actions={<AnchorButton href="/admin/">Go to the back office</AnchorButton>}>
    <p>The program prints the link in its window or log at each start until the site has been set up.</p>
  </EmptyState>
);

function Wizard({ first }: { first: SetupDraft }) {
  const setup = useSetup(first);
  const [query, setQuery] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const draft = useKeptDraft(draftOf(setup), ({ brand, faults }, sent) => {
    // A picture that has been stored is a file from now on.
    for (const field of ['logo', 'logoOnDark', 'icon', 'share'] as const) {
      const isSame = setup.brand.form.getValues(field) === sent.brand[field];
      const stored = brand[field];
      if (isSame && stored !== null && stored !== sent.brand[field]) setup.brand.form.setValue(field, stored);
    }
    showFaults(setup, faults.filter(({ path }) => path !== 'accent' && path !== 'ink').map(inBrand));
  });
  const furthest = steps.findIndex((step) => !isComplete(step, setup));
  const reachable = furthest < 0 ? steps.length - 1 : furthest;
  const asked = steps.findIndex(({ id }) => id === query.get('step'));
  const index = asked < 0 ? reachable : Math.min(asked, reachable);
  const step = steps[index] ?? steps[0];
  const isLast = index === steps.length - 1;
  const goTo = (id: string | undefined, options = {}) => id !== undefined && setQuery({ step: id }, options);

  // Puts the step into the address, so that the browser's Back button leads to it.
  useEffect(() => {
    if (query.get('step') !== step.id) setQuery({ step: step.id }, { replace: true });
  }, [query, step.id, setQuery]);

  const finish = async (): Promise<void> => {
    const { company, delivery } = setup.settings.values;
    const { brand, services, administrator } = setup;
    const body = {
      company,
      delivery,
      brand: brand.values,
      services: services.values,
      administrator: administrator.values,
    };
    try {
      await call<typeof finishSetup>('POST /v1/setup/finish', { body });
      await leaveFor('/admin/');
    } catch (error) {
      if (!(error instanceof Problem) || error.faults.length === 0)
        return setRefusal(errorMessageOf(error, setupSentences.failed));
      const { faults } = error;
      showFaults(setup, faults);
      const wrong = steps.find((one) => faults.some(({ path }) => isOf(one, path)));
      setAttempt(attempt + 1);
      goTo(wrong?.id);
    }
  };
  const goOn = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setRefusal(undefined);
    if (!(await checkStep(step, setup))) {
      setAttempt(attempt + 1);
      return setBusy(false);
    }
    const own = (await draft.save()).filter(({ path }) => step.brand?.some((field) => field === path));
    showFaults(setup, own.map(inBrand));
    if (own.length > 0) setAttempt(attempt + 1);
    else if (isLast) await finish();
    else goTo(steps[index + 1]?.id);
    setBusy(false);
  };
  return (
    <>
      <Stepper
        label="Steps of the set-up"
        current={step.id}
        steps={steps.map(({ id, label, note }, i) => ({
          id,
          label,
          note,
          isDone: i < index,
          isOpen: i <= reachable,
        }))}
        onStep={goTo}
      />
      <noscript>
        <Note>Setting up the site needs JavaScript. Please turn it on in your browser.</Note>
      </noscript>
      <StepHeading text={`Step ${index + 1} of ${steps.length}: ${step.label}`} />
      <ErrorSummary
        key={step.id}
        title={fieldsMissing}
        faults={attempt > 0 ? faultsOf(step, setup) : []}
        attempt={attempt}
      />
      <Refusal>{refusal ?? draft.failure}</Refusal>
      <form
        key={`form-${step.id}`}
        className={styles.cards}
        method="dialog"
        noValidate
        onSubmit={(event) => void goOn(event)}
      >
        <step.Content setup={setup} />
        <div className={styles.bar}>
          <p>What you type is kept until you finish. You can close this page and open the link again.</p>
          {index > 0 && (
            <Button look="quiet" onClick={() => goTo(steps[index - 1]?.id)}>
              Back
            </Button>
          )}
          <Button type="submit" isBusy={isBusy}>
            {isLast ? 'Finish' : 'Continue'}
          </Button>
        </div>
      </form>
    </>
  );
}

const inBrand = ({ path, message }: { path: string; message: string }) => ({ path: `brand.${path}`, message });

/** Whether a fault of the server is one of a step's fields. */
const isOf = ({ settings, brand, hasServices, administrator }: (typeof steps)[number], path: string): boolean =>
  [
    ...(hasServices ? ['services'] : []),
    ...(settings ?? []),
    ...(brand ?? []).map((field) => `brand.${field}`),
    ...(administrator ?? []).map((field) => `administrator.${field}`),
  ].some((field) => `${path}.`.startsWith(`${field}.`));

/** Takes the focus at each new step, so that screen readers announce it; not when the page opens. */
function StepHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(text);
  useEffect(() => {
    if (last.current !== text) heading.current?.focus({ preventScroll: true });
    last.current = text;
  }, [text]);
  return (
    <h2 ref={heading} tabIndex={-1} className={layout.hidden}>
      {text}
    </h2>
  );
}
