import { z } from 'zod';
import { labelled } from '#lib/api/input-shapes.ts';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, paging, uuid } from '#lib/api/wire.ts';
import { deepestLevel } from './tree-operations.ts';

export const categoryName = labelled('Category name', 2, 150);

export const sentences = {
  nameTaken: 'A category with this name already exists here.',
  notFound: 'This category no longer exists.',
  parentGone: 'The parent category no longer exists.',
  tooDeep: 'Categories can be at most three levels deep.',
  intoItself: 'A category cannot be moved into itself or its own sub-categories.',
};

const category = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string().nullable(),
  level: z.int().min(1).max(deepestLevel),
  url: z.string(),
  position: z.int().meta({ description: 'The position among the categories with the same parent, from 0.' }),
  productCount: z
    .int()
    .meta({ description: 'How many products the shop shows in the category and its sub-categories.' }),
  version: z.int(),
});
export type Category = z.output<typeof category>;

export const listCategories = endpoint('GET', '/v1/manage-product-categories', {
  access: 'ManageCartProducts',
  summary: 'All categories in one list, each after its parent',
  query: paging.extend({ search: z.string().max(200).optional() }),
  reply: z.array(category),
});

export const addCategory = endpoint('POST', '/v1/manage-product-categories', {
  access: 'ManageCartProducts',
  summary: 'Adds a category, at the top level if `parentId` is null',
  body: z.object({ name: categoryName, parentId: uuid.nullable().default(null) }),
  reply: category,
  status: 201,
});

export const updateCategory = endpoint('PUT', '/v1/manage-product-categories', {
  access: 'ManageCartProducts',
  summary: 'Renames a category, but keeps its url; returns 409 for an outdated version',
  body: z.object({ id: uuid, name: categoryName, version: baseVersion }),
  reply: category,
});

export const moveCategory = endpoint('PATCH', '/v1/manage-product-categories/{id}/move', {
  access: 'ManageCartProducts',
  summary: 'Moves a category with its sub-categories',
  params: z.object({ id: uuid }),
  body: z.object({
    parentId: uuid.nullable(),
    position: z
      .int()
      .min(0)
      .meta({ description: 'The position among the new siblings, from 0; a number that is too large means the last.' }),
  }),
  reply: category,
});

export const deleteCategory = endpoint('DELETE', '/v1/manage-product-categories/{id}', {
  access: 'ManageCartProducts',
  summary: 'Deletes a category; returns 409 if it has products or sub-categories',
  params: z.object({ id: uuid }),
});
