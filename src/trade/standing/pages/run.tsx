import { api, loadOrPageError, requireSignedIn } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { describe } from '#lib/api/page-meta.ts';
import layout from '#ui/layout.module.css';
import approval from '../../pages/approval.module.css';
import { type confirmRun, type pauseStandingOrder, readRun, type skipStandingOrder } from '../contract.ts';
import { RunView } from '../run-view.tsx';
import { standingSentences as sentences } from '../sentences.ts';
import type { Route } from './+types/run';

export async function loader({ context, url, params }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  return loadOrPageError(sentences.load, api(context)(readRun, { params }));
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Standing order',
    description: 'What is due of a standing order.',
    path: `/trade/sites/${args.params.siteId}/standing-orders/${args.params.id}/${args.params.runId}`,
    isPrivate: true,
  });

const path = '/v1/trade/sites/{siteId}/standing-orders/{id}';

export default function RunPage({ loaderData: run, params }: Route.ComponentProps) {
  const { siteId, id } = params;
  const read = () => call<typeof readRun>(`GET ${path}/runs/{runId}`, { params });
  return (
    <div className={`${layout.narrow} ${approval.page}`}>
      <RunView
        key={run.id}
        run={run}
        siteId={siteId}
        calls={{
          confirm: (total) => call<typeof confirmRun>(`POST ${path}/runs/{runId}/confirm`, { params, body: { total } }),
          skip: async () => {
            const body = { on: run.dueOn, isSkipped: true };
            await call<typeof skipStandingOrder>(`POST ${path}/skip`, { params: { siteId, id }, body });
            return read();
          },
          pause: async () => {
            const body = { isPaused: true };
            await call<typeof pauseStandingOrder>(`POST ${path}/pause`, { params: { siteId, id }, body });
            return read();
          },
          read,
        }}
      />
    </div>
  );
}
