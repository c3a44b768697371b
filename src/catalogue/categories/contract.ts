import { z } from 'zod';
import { labelled } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, paging, uuid } from '#lib/api/wire.ts';
import { deepestLevel } from './branches.ts';

export const categoryName = labelled('Category name', 2, 150);

export const sentences = {
  nameTaken: 'A category with this name already exists here.',
  notFound: 'This category no longer exists.',
  parentGone: 'The parent category no longer exists.',
  tooDeep: 'Categories can be at most three levels deep.',
  belowItself: 'A category cannot be moved below itself.',
};

const category = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string().nullable(),
  level: z.int().min(1).max(deepestLevel),
  url: z.string(),
  position: z.int().meta({ description: 'Its place among the categories with the same one above, from 0.' }),
  productCount: z.int().meta({ description: 'Products that the shop shows in it and below it.' }),
  version: z.int(),
});
export type Category = z.output<typeof category>;

const above = uuid.nullable().default(null);

export const listCategories = endpoint('GET', '/v1/manage-product-categories', {
  access: 'ManageCartProducts',
  summary: 'All categories in one list, each behind the one above it',
  query: paging.extend({ search: z.string().max(200).optional() }),
  reply: z.array(category),
});

export const addCategory = endpoint('POST', '/v1/manage-product-categories', {
  access: 'ManageCartProducts',
  summary: 'Adds a category, at the top where `parentId` is null',
  body: z.object({ name: categoryName, parentId: above }),
  reply: category,
  status: 201,
});

export const updateCategory = endpoint('PUT', '/v1/manage-product-categories', {
  access: 'ManageCartProducts',
  summary: 'Renames a category, whose url stays; an older version answers 409',
  body: z.object({ id: uuid, name: categoryName, version: baseVersion }),
  reply: category,
});

export const moveCategory = endpoint('PATCH', '/v1/manage-product-categories/{id}/move', {
  access: 'ManageCartProducts',
  summary: 'Moves a category with all below it',
  params: z.object({ id: uuid }),
  body: z.object({
    parentId: uuid.nullable(),
    position: z
      .int()
      .min(0)
      .meta({ description: 'Its place among those that will be beside it, from 0; beyond them is the last.' }),
  }),
  reply: category,
});

export const deleteCategory = endpoint('DELETE', '/v1/manage-product-categories/{id}', {
  access: 'ManageCartProducts',
  summary: 'Deletes a category without products and sub-categories; 409 for others',
  params: z.object({ id: uuid }),
});
