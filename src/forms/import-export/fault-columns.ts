import type { Fault } from '#lib/api/problem.ts';

/** A fault's path, split into table columns. */
export interface RemarkColumns {
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
const messageParts = /^(?:(E\d{3}), )?(?:(?:position |(?=line \d))(\d+|line \d+, column \d+): )?(.*)$/s;

/** Splits the paths written by `pathText` and the prefixes of rule faults. */
export function columnsOf(fault: Fault): RemarkColumns {
  const [, file = '', section = '', row = '', field = '', property = ''] = path.exec(fault.path) ?? [];
  const [, code = '', position = '', message = fault.message] = messageParts.exec(fault.message) ?? [];
  return { file, section, row, field, property, code, position, message };
}
