import { use } from 'react';
import type { PageOfRows, Loaded } from './parts.ts';

/** A loader's rows; suspends while they are loading. */
export const useFound = <Row>(loaded: Loaded<Row>): PageOfRows<Row> => ('later' in loaded ? use(loaded.later) : loaded);
