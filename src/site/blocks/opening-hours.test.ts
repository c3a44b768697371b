import { expect, test } from 'vitest';
import { openingHours } from './opening-hours.ts';

test.each([
  ['Monday to Friday, 7 am to 6 pm', 'Mo-Fr 07:00-18:00'],
  ['monday – saturday 7:30am – 12 pm', 'Mo-Sa 07:30-12:00'],
  ['Sunday, 12 am to 11.45 pm.', 'Su 00:00-23:45'],
  ['Monday to Friday, 7 am to 6 pm, Saturday by appointment', undefined],
  ['Someday to Friday, 7 am to 6 pm', undefined],
  ['By appointment', undefined],
  ['', undefined],
])('“%s” is %s for search engines', (hours, expected) => expect(openingHours(hours)).toBe(expected));
