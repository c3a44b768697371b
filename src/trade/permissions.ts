/** What a person of a trade account may do there. Claims of the back office are a list of their own; no permission gives any of them. */
export const tradePermissions = [
  'Order',
  'Approve',
  'ManageLists',
  'SeeAllOrders',
  'SeeInvoices',
  'PayInvoices',
  'RequestQuotes',
  'AcceptQuotes',
  'ManageSites',
  'ManagePeople',
] as const;
export type TradePermission = (typeof tradePermissions)[number];

/** A quote can go to people with one of these. */
export const quotePermissions: readonly TradePermission[] = ['Order', 'RequestQuotes', 'AcceptQuotes'];

/** Whether a quote can go to somebody: they have joined, and their role orders, asks for quotes or accepts them. */
export const mayGetQuotes =
  (roles: readonly { id: string; permissions: readonly TradePermission[] }[]) =>
  ({ joinedDate, roleId }: { joinedDate: string | null; roleId: string }): boolean =>
    joinedDate !== null &&
    roles.some(({ id, permissions }) => id === roleId && permissions.some((one) => quotePermissions.includes(one)));

/** How each permission reads in the choice of a role. */
export const permissionLabels: Record<TradePermission, string> = {
  Order: 'Place orders for their sites',
  Approve: 'Approve orders of others',
  ManageLists: 'Change order lists',
  SeeAllOrders: 'See all orders of their sites, with invoices',
  SeeInvoices: 'See invoices, statements and what is owed',
  PayInvoices: 'Pay invoices',
  RequestQuotes: 'Ask for quotes',
  AcceptQuotes: 'Accept quotes',
  ManageSites: 'Change sites and budgets',
  ManagePeople: 'Invite people, and change their roles and limits',
};

/** The roles that every account has; migration 0027 adds them with these ids. */
export const builtInRoles = {
  administrator: '019ad000-0000-7000-8000-000000000001',
  approver: '019ad000-0000-7000-8000-000000000002',
  buyer: '019ad000-0000-7000-8000-000000000003',
  accountsContact: '019ad000-0000-7000-8000-000000000004',
} as const;
