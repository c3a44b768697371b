import { formatAbn } from '#lib/text/abn.ts';
import { describe } from '#lib/api/page-meta.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { PhoneLink } from '#ui/button/phone-link.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { sectionsAfterCookies, sectionsBeforeCookies, storedInBrowser } from '../privacy/policy-sections.ts';
import { TextSection } from '../text-section.tsx';
import type { Route } from './+types/privacy-policy';
import styles from './privacy-policy.module.css';

export const handle = { cache: 'settings' };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Privacy policy',
    description:
      'What we collect, why, who sees it, what is stored in your browser, and how to see or correct it, under the Privacy Act 1988 and the Australian Privacy Principles.',
    path: '/privacy-policy/',
  });

const cookies = { id: 'cookies', title: 'Cookies and storage in your browser' };
const questions = { id: 'questions', title: 'Questions and complaints' };

export default function PrivacyPolicy() {
  const contents = [...sectionsBeforeCookies, cookies, ...sectionsAfterCookies, questions];
  return (
    <div className={cx(layout.wrap, styles.page)}>
      <header className={styles.head}>
        <h1>Privacy policy</h1>
        <p>This policy was last updated 17.02.2020.</p>
      </header>
      <nav className={styles.contents} aria-label="On this page">
        <ol>
          {contents.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={styles.policy}>
        {sectionsBeforeCookies.map((section) => (
          <TextSection key={section.id} {...section} />
        ))}
        <StoredInBrowser />
        {sectionsAfterCookies.map((section) => (
          <TextSection key={section.id} {...section} />
        ))}
        <Questions />
      </article>
    </div>
  );
}

function StoredInBrowser() {
  return (
    <section id={cookies.id}>
      <h2>{cookies.title}</h2>
      <p>
        We use no cookies for advertising or statistics, and none at all while you only read. The site stores in your
        browser only what it needs. At checkout, the payment provider’s card fields may set cookies of their own.
      </p>
      <ul className={styles.stored}>
        {storedInBrowser.map(({ name, kind, what, until }) => (
          <li key={name}>
            <h3>
              <code>{name}</code> <span>{kind}</span>
            </h3>
            <p>{what}</p>
            <p className={styles.until}>{until}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Questions() {
  const company = usePublicSettings()?.company;
  return (
    <section id={questions.id}>
      <h2>{questions.title}</h2>
      {company && (
        <p>
          Write to {company.name}
          {company.abn && `, ABN ${formatAbn(company.abn)}`}, at <a href={`mailto:${company.email}`}>{company.email}</a>{' '}
          or call <PhoneLink phone={company.officePhone} />. We answer complaints in writing within 30 days.
        </p>
      )}
      <p>
        If our answer does not settle it, you can complain to the{' '}
        <a href="https://www.oaic.gov.au/">Office of the Australian Information Commissioner</a>.
      </p>
      <p>When this policy changes, we publish the new one here with its date.</p>
    </section>
  );
}
