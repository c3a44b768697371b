import { z } from 'zod';
import { text, uuid } from '#lib/api/wire.ts';

export const mostFacts = 20;

/** How many products staff may select to show beside a product. */
export const mostComplements = 8;

/** The ids of the products that staff have selected to show beside a product, in this order. */
export const productComplements = z
  .array(uuid)
  .max(mostComplements, { error: `At most ${mostComplements} products.` })
  .meta({
    description:
      'Products that staff have chosen to show beside this one; products often bought with it are shown after these.',
  });

/** A row in the table of facts on a product's page, such as `pH` and `7.0 to 7.5`. */
export const productFact = z.object({
  name: text({ required: 'Name is required.', max: 50, long: 'Name is too long.' }),
  value: text({ required: 'Value is required.', max: 300, long: 'Value is too long.' }),
});
export type ProductFact = z.output<typeof productFact>;

export const productFacts = z.array(productFact).max(mostFacts, { error: `At most ${mostFacts} facts.` });
