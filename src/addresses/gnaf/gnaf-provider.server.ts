import type { Db } from '#platform/db/db.server.ts';
import type { ResolvedAddress } from '../contract.ts';
import { fullAddress, type State, states } from '../full-address.ts';
import { statesOf } from '../postcodes.ts';
import { type AddressMatch, type AddressProvider, findByPid, search } from '../search/search-addresses.server.ts';
import { parseQuery } from '../search/parse-query.ts';

/** Suggestions from the G-NAF tables that `npm run addresses:import` fills. */
export const gnafProvider = (db: Db): AddressProvider => ({
  async suggest(text) {
    const found = await search(db, parseQuery(text));
    return found.map((one) => ({ id: one.pid, label: partsOf(one).fullAddress }));
  },
  async find(id) {
    const found = await findByPid(db, id);
    return found && partsOf(found);
  },
});

function partsOf({ unit, number, street, locality, state, postcode }: AddressMatch): ResolvedAddress {
  const digits = postcode === 0 ? '' : String(postcode).padStart(4, '0');
  const parts = {
    unitNumber: unit,
    streetNumber: number,
    streetName: street,
    city: locality,
    state: stateOf(state, digits),
    postcode: digits,
  };
  return { fullAddress: fullAddress(parts), ...parts };
}

/** The state; for islands and bays outside the states, the state of the post code. */
function stateOf(state: string, postcode: string): State | '' {
  return states.find((one) => one === state) ?? statesOf(postcode)[0] ?? '';
}
