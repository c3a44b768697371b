import { states } from '#addresses/full-address.ts';

const place = new RegExp(`^(.+) (${states.join('|')}) (\\d{4})$`);

/** The parts of a document's address, whose last line is `Carlton VIC 3053`. Without such a line all lines are `streets`. */
export function addressParts(lines: readonly string[]) {
  const [, city = '', state = '', postcode = ''] = place.exec(lines.at(-1) ?? '') ?? [];
  return { streets: city === '' ? lines : lines.slice(0, -1), city, state, postcode };
}
