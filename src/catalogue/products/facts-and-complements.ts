import { z } from 'zod';
import { text, uuid } from '#lib/api/wire.ts';

export const mostFacts = 20;

/** The most products that staff may select to show beside a product. */
export const mostComplements = 8;

/** Ids of the products that staff selected to show beside one, in their order. */
export const productComplements = z
  .array(uuid)
  .max(mostComplements, { error: `At most ${mostComplements} products.` })
  .meta({ description: 'Products that go well with it, as staff chose them; those bought together follow.' });

/** A row of the table of facts on a product's page, such as `pH` and `7.0 to 7.5`. */
export const productFact = z.object({
  name: text({ required: 'Name is required.', max: 50, long: 'Name is too long.' }),
  value: text({ required: 'Value is required.', max: 300, long: 'Value is too long.' }),
});
export type ProductFact = z.output<typeof productFact>;

export const productFacts = z.array(productFact).max(mostFacts, { error: `At most ${mostFacts} facts.` });
