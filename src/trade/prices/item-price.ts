import { addDays, type Day } from '#lib/day.ts';
import { type Cents, cents, maxCents, percentOf } from '#lib/money.ts';
import { inWholeCartons } from './whole-cartons.ts';
