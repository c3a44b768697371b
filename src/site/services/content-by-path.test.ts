import { describe, expect, test } from 'vitest';
import { services } from '../services.ts';
import type { ServiceContent } from './service-content.ts';
import { contentOf } from './content-by-path.ts';

const contents = services.map(({ path }) => contentOf(path)).filter((content) => content !== undefined);

test('every service has a page, found by its path in any case', () => {
  expect(contents.map(({ path }) => path)).toEqual(services.map(({ path }) => path));
  expect(contentOf('/Aged-Care/')).toBe(contentOf('/aged-care'));
  expect(contentOf('/aged-care/rooms')).toBeUndefined();
  expect(contentOf('/')).toBeUndefined();
});

const repeated = (texts: readonly string[]): string[] => texts.filter((text, i) => texts.indexOf(text) !== i);

/** Texts that React uses as keys, list by list. */
const keysOf = ({
  facts,
  rooms,
  schedule,
  method,
  kit,
  standards,
  checklist,
  questions,
}: ServiceContent): string[][] => [
  Object.keys(facts),
  Object.keys(rooms.zones),
  ...Object.values(rooms.zones).map(({ tasks }) => [...tasks]),
  [...schedule.columns],
  schedule.rows.map(([task]) => task),
  Object.keys(method.steps),
  Object.values(kit).map(({ name }) => name),
  Object.keys(standards.items),
  ...Object.values(checklist.groups).map((checks) => [...checks]),
  Object.keys(questions),
];

describe.each(contents)('$title', (content) => {
  test('has enough content without duplicates', () => {
    const { facts, rooms, kit, standards, checklist, questions, quote } = content;
    expect(Object.keys(facts)).toHaveLength(4);
    expect(Object.keys(rooms.zones).length).toBeGreaterThanOrEqual(5);
    expect(Object.keys(kit)).toHaveLength(3);
    expect(Object.keys(standards.items).length).toBeGreaterThanOrEqual(5);
    expect(Object.keys(checklist.groups)).toHaveLength(4);
    expect(Object.keys(questions).length).toBeGreaterThanOrEqual(4);
    expect(Object.keys(questions).length).toBeLessThanOrEqual(6);
    expect(quote.points).toHaveLength(3);
    expect(keysOf(content).flatMap(repeated)).toEqual([]);
  });

  test('fills every cell of its schedule', () => {
    const { columns, rows } = content.schedule;
    const faulty = rows.filter(([, ...cells]) => cells.length !== columns.length || cells.every((cell) => cell === ''));
    expect(faulty).toEqual([]);
  });

  test('links to three other services', () => {
    const others = Object.keys(content.related);
    expect(new Set(others).size).toBe(3);
    expect(others).not.toContain(content.path);
    for (const path of others) expect(services.map((service) => service.path)).toContain(path);
  });

  test('makes no unverifiable claims', () => {
    const text = JSON.stringify(content);
    expect(text).not.toMatch(
      /\b(best|leading|world-class|unrivalled|premier|trusted by|guarantee\w*|100\s?%|we are certified)\b/i,
    );
  });
});
