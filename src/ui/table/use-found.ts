import { use } from 'react';
import type { PageOfRows, Loaded } from './parts.ts';

/** The rows of a loader; where they are still on their way, what asks waits for them. */
export const useFound = <Row>(loaded: Loaded<Row>): PageOfRows<Row> => ('later' in loaded ? use(loaded.later) : loaded);
