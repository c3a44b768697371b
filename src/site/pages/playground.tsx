import { Link } from '#ui/link.tsx';
import { describe } from '#lib/api/page-meta.ts';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import { Actions } from '../playground/actions.tsx';
import { BackOffice } from '../playground/back-office.tsx';
import { Fields } from '../playground/fields.tsx';
import { FormFields } from '../playground/form-fields.tsx';
import { Messages } from '../playground/messages.tsx';
import { SignatureAndFiles } from '../playground/signature-and-files.tsx';
import { NavigationAndIcons } from '../playground/navigation-and-icons.tsx';
import type { Route } from './+types/playground';
import styles from './playground.module.css';

export const handle = { cache: 'site' };

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Playground',
    description: 'The components of this site in every state, and the Signature and Files Form.',
    path: '/playground/',
    isPrivate: true,
  });

const parts = [
  { id: 'demo', title: 'Signature and Files Form' },
  { id: 'actions', title: 'Actions and labels' },
  { id: 'fields', title: 'Fields' },
  { id: 'form-fields', title: 'Fields of forms' },
  { id: 'messages', title: 'Messages and surfaces' },
  { id: 'navigation', title: 'Navigation and icons' },
  { id: 'back-office', title: 'Back office' },
];

/** For developers: all components by name, to check them in both colour schemes and on a phone. */
export default function Playground() {
  return (
    <div className={cx(layout.wide, styles.page)}>
      <header className={styles.head}>
        <h1>Playground</h1>
        <p className={layout.lead}>
          Every component of this site by name, in each of its states. Nothing here is saved or sent, but pictures that
          an administrator adds.
        </p>
        <nav aria-label="On this page">
          <ul>
            {parts.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <p>
          All field types of the company’s forms are in the <Link to="/forms/gallery/">gallery of fields</Link>.
        </p>
      </header>
      <section className={styles.demo} aria-labelledby="demo">
        <h2 id="demo">Signature and Files Form</h2>
        <SignatureAndFiles />
      </section>
      <Actions />
      <Fields />
      <FormFields />
      <Messages />
      <NavigationAndIcons />
      <BackOffice />
    </div>
  );
}
