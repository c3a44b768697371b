import { Link, useSearchParams } from 'react-router';
import { administrator } from '#lib/api-context.ts';
import { useViewer } from '#lib/root-data.ts';
import { Note } from '#ui/note.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { cardsOf } from '../areas.ts';
import type { Route } from './+types/home';
import styles from './home.module.css';

export const handle = {};

export function loader({ context, url }: Route.LoaderArgs) {
  administrator(context, url);
  return {};
}

export const meta: Route.MetaFunction = () => [
  { title: 'Spruce | Back office' },
  { name: 'robots', content: 'noindex' },
];

/** The areas as cards, those that the viewer may see. */
export default function Home() {
  const viewer = useViewer();
  const [query] = useSearchParams();
  const cards = cardsOf(viewer);
  return (
    <>
      <PageHead title={`Hello, ${viewer?.firstName ?? ''}`}>Everything that you may change is here.</PageHead>
      {query.has('refused') && (
        <Note tone="warning">
          That page needs a permission that your account does not have. Ask an administrator for it.
        </Note>
      )}
      {cards.length === 0 && (
        <Note tone="info">Your account has no permissions yet. An administrator can grant them under Users.</Note>
      )}
      <ul className={styles.cards}>
        {cards.map(({ label, card = label, about, to, icon: Icon }) => (
          <li key={to}>
            <Link to={to} prefetch="intent">
              <span className={styles.tile}>
                <Icon />
              </span>
              <span>
                <strong>{card}</strong>
                {about}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
