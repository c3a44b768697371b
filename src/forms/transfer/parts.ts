import type { Fault } from '#lib/api/problem.ts';

/** A fault's path taken apart again, for a table. */
export interface Parts {
  file: string;
  section: string;
  row: string;
  field: string;
  property: string;
  code: string;
  position: string;
  message: string;
}

const path = /^(.*?)(?: > section (\d+(?:: .*?)?))?(?: > row (\d+))?(?: > field (\d+(?:: .*?)?))?(?: > ([^>]*))?$/;
const said = /^(?:(E\d{3}), )?(?:(?:position |(?=line \d))(\d+|line \d+, column \d+): )?(.*)$/s;

/** Takes apart what `inWords` and the rules' sentences put together. */
export function partsOf(fault: Fault): Parts {
  const [, file = '', section = '', row = '', field = '', property = ''] = path.exec(fault.path) ?? [];
  const [, code = '', position = '', message = fault.message] = said.exec(fault.message) ?? [];
  return { file, section, row, field, property, code, position, message };
}
