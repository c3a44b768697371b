import { use } from 'react';
import type { PageOfRows, RowsOrPromise } from '#lib/api/table-rows.ts';

/** A loader's rows; suspends while they are loading. */
export const useLoadedRows = <Row>(loaded: RowsOrPromise<Row>): PageOfRows<Row> =>
  'later' in loaded ? use(loaded.later) : loaded;
