import type { ListFile } from '#platform/list/list-export.server.ts';
import { inListOrder } from '#platform/list/table-page.server.ts';
import type { Db } from '#platform/db/db.server.ts';
import { dayOf } from '#lib/day.ts';
import { typeLabels, type UserFilter, type UserList } from './contract.ts';
import { matchingUsers, order, rowsOf, type StoredUser } from './read-users.server.ts';

const typeLabel = (userType: number): string => typeLabels[userType as keyof typeof typeLabels]; // the table has no other types

export const userFile = (db: Db, filter: UserFilter, sort: UserList['sort']): ListFile<StoredUser> => ({
  name: 'Users',
  query: inListOrder(rowsOf(matchingUsers(db, filter)), order, sort),
  columns: [
    { header: 'First name', kind: 'text', of: ({ firstName }) => firstName },
    { header: 'Last name', kind: 'text', of: ({ lastName }) => lastName },
    { header: 'Email', kind: 'text', width: 32, of: ({ email }) => email },
    { header: 'Mobile', kind: 'text', of: ({ mobile }) => mobile },
    { header: 'Member type', kind: 'text', of: ({ userType }) => typeLabel(userType) },
    { header: 'Registered', kind: 'date', of: (row) => dayOf(row.created_at) },
  ],
});
