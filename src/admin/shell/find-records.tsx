import type { ReactNode } from 'react';
import type { Viewer } from '#lib/api-context.ts';
import { call } from '#lib/api.ts';
import type { listManagedProducts } from '#products/contract.ts';
import { UserIcon } from '#ui/icons.tsx';
import { BoxIcon } from '#ui/work-icons.tsx';
import type { filterUsers } from '#users/contract.ts';

/** Something that the palette leads to, or does. */
export interface Found {
  group: string;
  key: string;
  label: string;
  note?: string;
  icon?: ReactNode;
  to?: string;
  run?: () => void;
}

const mostOfEach = 5;
const always = { startDate: '2000-01-01', endDate: '2999-12-31', userTypes: [1, 2, 3] as (1 | 2 | 3)[] }; // the list is new

/** Products and people by their words, as far as the viewer may see them. */
export async function findRecords(search: string, viewer: Viewer | null, signal: AbortSignal): Promise<Found[]> {
  const may = (claim: Viewer['claims'][number]): boolean => viewer?.claims.includes(claim) ?? false;
  const found = await Promise.all([
    may('ManageCartProducts') ? products(search, signal) : [],
    may('ManageUsers') ? people(search, signal) : [],
  ]);
  return found.flat();
}

async function products(search: string, signal: AbortSignal): Promise<Found[]> {
  const query = { search, page: '1', pageSize: String(mostOfEach) };
  const rows = await call<typeof listManagedProducts>('GET /v1/manage-products', { query }, { signal });
  return rows.map(({ id, productName, productCode }) => ({
    group: 'Products',
    key: id,
    label: productName,
    note: productCode,
    icon: <BoxIcon />,
    to: `/admin/update-product-details/${id}/`,
  }));
}

async function people(search: string, signal: AbortSignal): Promise<Found[]> {
  const query = { search, page: '1', pageSize: String(mostOfEach) };
  const rows = await call<typeof filterUsers>('POST /v1/users/filter', { query, body: always }, { signal });
  return rows.map(({ id, firstName, lastName, email }) => ({
    group: 'Users',
    key: id,
    label: `${firstName} ${lastName}`,
    note: email,
    icon: <UserIcon />,
    to: `/admin/update-user/${id}/`,
  }));
}
