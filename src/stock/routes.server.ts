import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { sendList } from '#platform/list/list-export.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { dayOf } from '#lib/day.ts';
import { updateItemInventory } from '#catalogue/products/variations/stock-movement-contract.ts';
import * as contract from './contract.ts';
import { setThreshold, updateDetails } from './item-details.server.ts';
import { movementsFile, readMovements } from './ledger/movement-list.server.ts';
import { downloadMovements, listMovements } from './ledger/movement-list-contract.ts';
import { stockFile } from './stock-list-file.server.ts';
import { listStocks } from './stock-list.server.ts';
import { moveStock, updateStocks } from './ledger/manual-movement.server.ts';
import { readOverview } from './stock-overview.server.ts';
import { readStockRow } from './ledger/stock-row.server.ts';
import * as takes from './take/stock-take-contract.ts';
import { checkStockTake, writeStockTake } from './take/stock-take.server.ts';

type StockDeps = Pick<Deps, 'db' | 'clock'>;

export function stockRoutes(on: RegisterEndpoint, deps: StockDeps): void {
  on(updateItemInventory, ({ body, context }) => moveStock(deps, body, context));
  listRoutes(on, deps);
  ledgerRoutes(on, deps);
  on(takes.checkStockTake, ({ body }) => checkStockTake(deps, body));
  on(takes.writeStockTake, ({ body, context }) => writeStockTake(deps, body, context));
}

function listRoutes(on: RegisterEndpoint, deps: StockDeps): void {
  const { db, clock } = deps;
  on(contract.viewStocks, async ({ query, reply }) => withTotal(reply, await listStocks(db, query)));
  on(contract.stockOverview, () => readOverview(db));
  on(contract.downloadStocks, ({ query: { format, ...filter }, reply }) =>
    sendList({ db, reply }, stockFile(db, filter), { format, day: dayOf(clock.now()) }),
  );
  on(contract.getStockItem, ({ params }) => readStockRow(db, params.id));
  on(contract.updateDetails, ({ body, context }) => updateDetails(deps, body, context));
  on(contract.updateStocks, ({ body, context }) => updateStocks(deps, body, context));
  on(contract.setThreshold, ({ params, body, context }) => setThreshold(deps, { ...params, ...body }, context));
}

function ledgerRoutes(on: RegisterEndpoint, { db, clock }: StockDeps): void {
  on(listMovements, async ({ params, query, reply }) => withTotal(reply, await readMovements(db, params.id, query)));
  on(downloadMovements, async ({ params, query: { format, ...filter }, reply }) =>
    sendList({ db, reply }, await movementsFile(db, params.id, filter), { format, day: dayOf(clock.now()) }),
  );
}
