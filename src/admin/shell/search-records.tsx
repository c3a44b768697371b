import type { ReactNode } from 'react';
import type { Viewer } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import type { listManagedProducts } from '#catalogue/products/contract.ts';
import type { filterOrders } from '#orders/admin/contract.ts';
import type { enquiries as inboxOfEnquiries } from '#enquiries/inbox-contract.ts';
import type { submissions as inboxOfSubmissions } from '#forms/submissions/admin/contract.ts';
import { MailIcon, UserIcon } from '#ui/icons/icons.tsx';
import { BoxIcon, ChecklistIcon, ReceiptIcon } from '#ui/icons/back-office-icons.tsx';
import type { filterUsers } from '#users/contract.ts';

export interface SearchHit {
  /** The heading above its group in the list. */
  group: string;
  key: string;
  label: string;
  note?: string;
  icon?: ReactNode;
  to?: string;
  run?: () => void;
}

type SearchQuery = Record<'search' | 'page' | 'pageSize', string>;
const anyDay = { startDate: '2000-01-01', endDate: '2999-12-31' };
const everyUser = { ...anyDay, userTypes: [1, 2, 3] as (1 | 2 | 3)[] };
const everyOrder = { ...anyDay, orderStatuses: [0, 1, 2, 3, 4] as (0 | 1 | 2 | 3 | 4)[] };

/** Searches the products, orders, users, submissions and enquiries that the viewer may see. */
export async function searchRecords(search: string, viewer: Viewer | null, signal: AbortSignal): Promise<SearchHit[]> {
  const may = (claim: Viewer['claims'][number]): boolean => viewer?.claims.includes(claim) ?? false;
  const query = { search, page: '1', pageSize: '5' };
  const found = await Promise.all([
    may('ManageCartProducts') ? products(query, signal) : [],
    may('ManageCartOrders') ? orders(query, signal) : [],
    may('ManageUsers') ? users(query, signal) : [],
    may('ManageForms') ? submissions(query, signal) : [],
    may('ManageForms') ? enquiries(query, signal) : [],
  ]);
  return found.flat();
}

async function products(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
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

async function orders(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
  const rows = await call<typeof filterOrders>(
    'POST /v1/manage-orders/filter',
    { query, body: everyOrder },
    { signal },
  );
  return rows.map((order) => ({
    group: 'Orders',
    key: order.id,
    label: order.orderNumber,
    note: `${order.firstName} ${order.lastName}, ${order.orderStatusValue}`,
    icon: <ReceiptIcon />,
    to: `/admin/view-order-details/${order.id}/`,
  }));
}

async function users(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
  const rows = await call<typeof filterUsers>('POST /v1/users/filter', { query, body: everyUser }, { signal });
  return rows.map(({ id, firstName, lastName, email }) => ({
    group: 'Users',
    key: id,
    label: `${firstName} ${lastName}`,
    note: email,
    icon: <UserIcon />,
    to: `/admin/update-user/${id}/`,
  }));
}

async function submissions(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
  const rows = await call<typeof inboxOfSubmissions.list>('GET /v1/submissions', { query }, { signal });
  return rows.map(({ id, formName, senderName, senderEmail }) => ({
    group: 'Submissions',
    key: id,
    label: senderName || senderEmail || formName,
    note: formName,
    icon: <ChecklistIcon />,
    to: `/admin/submissions/${id}`,
  }));
}

async function enquiries(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]> {
  const rows = await call<typeof inboxOfEnquiries.list>('GET /v1/enquiries', { query }, { signal });
  return rows.map(({ id, name, company }) => ({
    group: 'Enquiries',
    key: id,
    label: name,
    note: company,
    icon: <MailIcon />,
    to: `/admin/enquiries/${id}`,
  }));
}
