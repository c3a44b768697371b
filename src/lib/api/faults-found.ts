import type { z } from 'zod';
import type { Fault } from './problem.ts';

/** What a shape of a contract finds wrong with a request's body, as the server would report it; empty if nothing. */
export const faultsFound = (shape: z.ZodType, body: unknown): Fault[] =>
  shape.safeParse(body).error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? [];
