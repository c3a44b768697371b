/** The columns of a catalogue file, in the order in which they are written (docs/catalogue-file.md). */
export const columns = [
  'url',
  'name',
  'code',
  'short_description',
  'long_description',
  'categories',
  'supplier',
  'price',
  'variation_1',
  'value_1',
  'variation_2',
  'value_2',
  'variation_3',
  'value_3',
  'stock',
  'purchase_price',
  'is_active',
  'allow_sale_without_stock',
  'is_consignment',
  'images',
] as const;
export type Column = (typeof columns)[number];

/** A fault or a warning with its place: the row counts the header as 1. */
export interface Remark {
  row: number;
  column: Column;
  message: string;
}
