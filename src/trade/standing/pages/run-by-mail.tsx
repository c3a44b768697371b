import { api, loadByLink } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { describe } from '#lib/api/page-meta.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import layout from '#ui/layout.module.css';
import approval from '../../pages/approval.module.css';
import { type confirmRunByMail, type pauseByMail, readRunByMail, type skipRunByMail } from '../contract.ts';
import { RunView } from '../run-view.tsx';
import { standingSentences as sentences } from '../sentences.ts';
import type { Route } from './+types/run-by-mail';

/** The page of the link in a mail about a standing order. Opening it changes nothing, as mail scanners open links. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get('t') ?? '';
  const run = await loadByLink(sentences.load, api(context)(readRunByMail, { body: { token } }));
  return { token, run };
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Standing order',
    description: 'What is due of a standing order of your company.',
    path: '/trade/standing-order',
    isPrivate: true,
  });

const path = 'POST /v1/trade/standing-orders/by-mail';

export default function RunByMail({ loaderData: { token, run } }: Route.ComponentProps) {
  if ('refusal' in run) {
    return (
      <div className={`${layout.narrow} ${approval.page}`}>
        <h1>Standing order</h1>
        <EmptyState title={run.refusal} actions={<LinkButton to="/login/">Sign in</LinkButton>} />
      </div>
    );
  }
  const body = { token };
  return (
    <div className={`${layout.narrow} ${approval.page}`}>
      <RunView
        run={run}
        calls={{
          confirm: (total) => call<typeof confirmRunByMail>(`${path}/confirm`, { body: { token, total } }),
          skip: () => call<typeof skipRunByMail>(`${path}/skip`, { body }),
          pause: () => call<typeof pauseByMail>(`${path}/pause`, { body }),
          read: () => call<typeof readRunByMail>(`${path}/read`, { body }),
        }}
      />
    </div>
  );
}
