import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { minQueryLength } from './field/address-values.ts';
import { getAddress, suggestAddresses } from './contract.ts';
import { googleProvider } from './search/google-provider.server.ts';
import { gnafProvider } from './gnaf/gnaf-provider.server.ts';

type AddressDeps = Pick<Deps, 'db' | 'env' | 'log'>;

/** Suggestions from Google if there is a key for it, otherwise from our own G-NAF tables. */
function providerFor({ db, env, log }: AddressDeps) {
  const { googleMapsApiKey: key, googleMapsApiBase: base } = env;
  return key === undefined ? gnafProvider(db) : googleProvider(key, log, base);
}

export function addressesRoutes(on: RegisterEndpoint, deps: AddressDeps): void {
  const provider = providerFor(deps);
  on(suggestAddresses, ({ query: { q, session } }) =>
    [...q].length < minQueryLength ? [] : provider.suggest(q, session),
  );
  on(getAddress, async ({ params: { id }, query: { session } }) => {
    const parts = await provider.find(id, session);
    if (!parts) throw notFound('This address is not known.');
    return parts;
  });
}
