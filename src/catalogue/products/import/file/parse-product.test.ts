import { expect, test } from 'vitest';
import { slug } from '#lib/text/slug.ts';
import { joinPath, readPaths } from '#catalogue/products/category-path.ts';
import { escapeFormula, unescapeFormula } from '#lib/text/escape-formula.ts';
import type { Column, Remark } from './columns.ts';
import { parseProduct } from './parse-product.ts';

type Cells = Partial<Record<Column, string>>;

const plain: Cells = {
  url: 'mop',
  name: 'Mop',
  code: 'SPR-1',
  categories: 'Mops',
  price: '12.50',
  stock: '3',
};

function read(...rows: Cells[]) {
  const faults: Remark[] = [];
  const product = parseProduct(
    rows.map((cells, i) => ({ row: i + 2, cells })),
    faults,
  );
  return {
    product,
    faults: faults.map(({ row, column, message }) => `${row} ${column}: ${message}`),
  };
}

test('a plain product is one row', () => {
  const { product, faults } = read(plain);
  expect(faults).toEqual([]);
  expect(product).toMatchObject({
    url: 'mop',
    name: 'Mop',
    categories: ['Mops'],
    variations: undefined,
  });
  expect(product.items).toEqual([
    {
      row: 2,
      code: 'SPR-1',
      values: [],
      price: 1250,
      stock: 3,
      purchasePrice: undefined,
    },
  ]);
});

test("further rows of a product may leave the product's cells blank or repeat them", () => {
  const sized = { ...plain, variation_1: 'Size', value_1: '1 L' };
  const more = {
    url: 'mop',
    code: 'SPR-2',
    value_1: '5 L',
    variation_1: 'Size',
    price: '20',
  };
  expect(read(sized, more).faults).toEqual([]);
  expect(read(sized, { ...more, name: 'Broom' }).faults).toEqual(['3 name: Differs from row 2 of the same product.']);
});

const tooManyCategories = '2 categories: At most 50 categories.';

test.each<[string, Cells, string]>([
  ['no name', { name: '' }, '2 name: Product name is required.'],
  ['a short name', { name: 'M' }, '2 name: Product name must have at least 2 characters.'],
  ['a long name', { name: 'M'.repeat(151) }, '2 name: Product name is too long.'],
  ['an address with capitals', { url: 'Big Mop' }, "2 url: Use lower case words with hyphens: 'big-mop'."],
  ['no category', { categories: '' }, '2 categories: At least 1 category is required.'],
  ['four levels', { categories: 'Aa > Bb > Cc > Dd' }, "2 categories: 'Aa > Bb > Cc > Dd' has more than three levels."],
  ['three decimals', { price: '1.999' }, "2 price: '1.999' is not an amount such as 19.95."],
  ['a price below zero', { price: '-1' }, "2 price: '-1' is not an amount such as 19.95."],
  ['half a unit', { stock: '1.5' }, "2 stock: '1.5' is not a whole number."],
  ['a flag that is neither yes nor no', { is_active: 'maybe' }, "2 is_active: 'maybe' is neither yes nor no."],
  ['a code of one character', { code: 'X' }, '2 code: Product Code must have at least 2 characters.'],
  ['a code of 31 characters', { code: 'X'.repeat(31) }, '2 code: Product Code is too long.'],
  ['a picture with a path', { images: '../secret.png' }, "2 images: '../secret.png' is not a plain file name."],
  ['nine pictures', { images: '1;2;3;4;5;6;7;8;9' }, '2 images: A product can have at most 8 images.'],
  ['a long option', { variation_1: 'Size', value_1: 'L'.repeat(51) }, '2 value_1: Option is too long.'],
  ['a long summary', { short_description: 'S'.repeat(501) }, '2 short_description: Short description is too long.'],
  ['a long text', { long_description: 'T'.repeat(100_001) }, '2 long_description: Description is too long.'],
  ['a supplier of one letter', { supplier: 'S' }, '2 supplier: Supplier name is too short.'],
  ['a category of one letter', { categories: 'C' }, "2 categories: 'C': Category name is too short."],
  ['51 categories', { categories: Array.from({ length: 51 }, (_, n) => `Shelf ${n}`).join(';') }, tooManyCategories],
  ['a value without a name', { value_1: '5 L' }, '2 value_1: variation_1 has no name for this value.'],
])('%s is reported with row and column', (_what, cells, fault) => {
  expect(read({ ...plain, ...cells }).faults).toEqual([fault]);
});

test('lengths count characters, as in the back office', () => {
  expect(read({ ...plain, name: '\u{1f9f9}'.repeat(150) }).faults).toEqual([]);
});

test('all faults of a product are reported at once', () => {
  expect(read({ url: 'X!', name: '', code: '', categories: '', price: 'free' }).faults).toHaveLength(4);
});

test('two rows of a product without variations, or two rows with the same values, are a fault', () => {
  expect(read(plain, { ...plain, code: 'SPR-2' }).faults).toEqual([
    '3 url: Row 2 already describes this product, which has no variations.',
  ]);
  const sized = { ...plain, variation_1: 'Size', value_1: '5 L' };
  expect(read(sized, { ...sized, code: 'SPR-2', value_1: '5 l' }).faults).toEqual([
    '3 value_1: Row 2 has the same values.',
  ]);
});

test('prices may have a dollar sign and thousands separators', () => {
  expect(read({ ...plain, price: '$1,234.50' }).product.items[0]?.price).toBe(123_450);
});

test('escaped separators in category paths are kept', () => {
  const names = ['Bins; liners', 'A > B', 'back\\slash'];
  expect(readPaths(joinPath(names))).toEqual([names]);
  expect(readPaths('A > B > C; D')).toEqual([['A', 'B', 'C'], ['D']]);
});

test.each(['=SUM(A1)', '+61', '-3', '@name', "'=kept", 'plain', "'plain", ''])('the guard of %j is removed', (cell) => {
  expect(unescapeFormula(escapeFormula(cell))).toBe(cell);
  expect(escapeFormula(cell)).not.toMatch(/^[=+\-@]/);
});

test('slugs consist of words and hyphens', () => {
  expect(slug('  Café & Crème, 5 L ')).toBe('cafe-creme-5-l');
});
