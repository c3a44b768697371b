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
  'image_options',
  'facts',
  'documents',
  'goes_with',
] as const;
export type Column = (typeof columns)[number];

/**
 * What other programs call these columns. Ambiguous names are left out: a price without GST is not `price`, and `cost` may or
 * may not include GST.
 */
const otherNames: Partial<Record<Column, readonly string[]>> = {
  url: ['product url', 'slug', 'handle', 'url key'],
  name: ['product name', 'title', 'product', 'product title', 'item name'],
  code: ['product code', 'sku', 'item code', 'item number', 'item no', 'variant sku', 'stock code', 'part number'],
  short_description: ['short desc', 'summary', 'excerpt'],
  long_description: ['description', 'long desc', 'product description', 'body html', 'body (html)', 'details'],
  categories: ['category', 'product category', 'collection', 'collections', 'department'],
  supplier: ['vendor', 'supplier name', 'product supplier'],
  price: ['selling price', 'sell price', 'price inc gst', 'price incl gst', 'retail price', 'rrp', 'variant price'],
  variation_1: ['option1 name', 'option 1 name', 'variation 1 name'],
  value_1: ['option1 value', 'option 1 value', 'variation 1 value'],
  variation_2: ['option2 name', 'option 2 name', 'variation 2 name'],
  value_2: ['option2 value', 'option 2 value', 'variation 2 value'],
  variation_3: ['option3 name', 'option 3 name', 'variation 3 name'],
  value_3: ['option3 value', 'option 3 value', 'variation 3 value'],
  stock: [
    'stock on hand',
    'on hand',
    'qty on hand',
    'quantity on hand',
    'soh',
    'quantity',
    'qty',
    'variant inventory qty',
  ],
  purchase_price: ['cost ex gst', 'cost price ex gst', 'cost excl gst', 'buy price ex gst', 'purchase price ex gst'],
  is_active: ['active', 'published', 'shown'],
  images: ['image', 'pictures', 'image names'],
};

export const knownColumns = Object.fromEntries(columns.map((column) => [column, otherNames[column] ?? []])) as Record<
  Column,
  readonly string[]
>; // has all columns as keys

/** A fault or a warning, with its column and its row as a spreadsheet numbers it. */
export interface Remark {
  row: number;
  column: Column;
  message: string;
}
