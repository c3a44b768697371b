import type { OrderDeps } from './orders/place/settle-waiting-orders.server.ts';
import type { RegisterEndpoint } from './platform/http/register-endpoint.server.ts';
import { accountsRoutes } from './accounts/routes.server.ts';
import { adminRoutes } from './admin/routes.server.ts';
import { addressesRoutes } from './addresses/routes.server.ts';
import { backupRoutes } from './backup/routes.server.ts';
import { cartRoutes } from './storefront/cart/routes.server.ts';
import { catalogueFileRoutes } from './catalogue/products/import/routes.server.ts';
import { categoriesRoutes } from './catalogue/categories/routes.server.ts';
import { enquiriesRoutes } from './enquiries/routes.server.ts';
import { formsRoutes } from './forms/routes.server.ts';
import { historyRoutes } from './history/routes.server.ts';
import { demoRoutes } from './demo/routes.server.ts';
import { managePromosRoutes } from './promos/admin/routes.server.ts';
import { manageOrdersRoutes } from './orders/admin/routes.server.ts';
import { packingRoutes } from './orders/admin/deliveries/routes.server.ts';
import { deliveriesRoutes } from './orders/deliveries/routes.server.ts';
import { afterSaleRoutes } from './orders/after-sale-routes.server.ts';
import { ordersRoutes } from './orders/routes.server.ts';
import { brandRoutes, settingsRoutes, webhookDeliveryRoutes } from './company/routes.server.ts';
import { productsRoutes } from './catalogue/products/routes.server.ts';
import { purchaseMailRoutes, purchasingRoutes } from './purchasing/routes.server.ts';
import { reportsRoutes } from './reports/routes.server.ts';
import { shopRoutes } from './storefront/routes.server.ts';
import { sitePictureRoutes } from './site-pictures/routes.server.ts';
import { stockRoutes } from './stock/routes.server.ts';
import { submissionsRoutes } from './forms/submissions/admin/routes.server.ts';
import { priceListsRoutes, sitePricesRoutes } from './trade/prices/routes.server.ts';
import { setupRoutes } from './setup/routes.server.ts';
import { suppliersRoutes } from './catalogue/suppliers/routes.server.ts';
import { manageAccountsRoutes, tradeRoutes } from './trade/routes.server.ts';
import { synonymsRoutes } from './storefront/synonyms/routes.server.ts';
import { pagesUsingPicture } from './site/content/pages-using-picture.server.ts';
import { siteEditRoutes } from './site/admin/routes.server.ts';
import { siteRoutes } from './site/content/routes.server.ts';
import { siteFolderRoutes } from './site/folder/routes.server.ts';
import { systemRoutes } from './system/routes.server.ts';
import { tableViewsRoutes } from './saved-views/routes.server.ts';
import { unsentMailsRoutes } from './unsent-mails/routes.server.ts';
import { accountingRoutes } from './trade/accounting/routes.server.ts';
import { ledgerRoutes } from './trade/ledger/routes.server.ts';
import { manageMoveInRoutes, moveInRoutes } from './trade/move-in/routes.server.ts';
import { orderListRoutes } from './trade/lists/routes.server.ts';
import { blanketPoRoutes } from './trade/blanket-pos/routes.server.ts';
import { approvalRoutes } from './trade/approvals/routes.server.ts';
import { ownQuotesRoutes, quotesRoutes } from './trade/quotes/routes.server.ts';
import { standingRoutes } from './trade/standing/routes.server.ts';
import { usersRoutes } from './users/routes.server.ts';

/** The endpoints of each slice, in the order of OpenAPI: the API's contents. */
export const slices: ((on: RegisterEndpoint, deps: OrderDeps) => void)[] = [
  addressesRoutes,
  settingsRoutes,
  brandRoutes,
  siteRoutes,
  siteEditRoutes,
  siteFolderRoutes,
  (on, deps) => sitePictureRoutes(on, { ...deps, pagesUsingPicture }),
  webhookDeliveryRoutes,
  accountsRoutes,
  setupRoutes,
  tableViewsRoutes,
  historyRoutes,
  unsentMailsRoutes,
  usersRoutes,
  formsRoutes,
  submissionsRoutes,
  suppliersRoutes,
  priceListsRoutes,
  sitePricesRoutes,
  categoriesRoutes,
  productsRoutes,
  stockRoutes,
  purchasingRoutes,
  purchaseMailRoutes,
  catalogueFileRoutes,
  synonymsRoutes,
  shopRoutes,
  manageAccountsRoutes,
  tradeRoutes,
  blanketPoRoutes,
  approvalRoutes,
  orderListRoutes,
  moveInRoutes,
  manageMoveInRoutes,
  standingRoutes,
  quotesRoutes,
  ownQuotesRoutes,
  cartRoutes,
  ordersRoutes,
  manageOrdersRoutes,
  afterSaleRoutes,
  deliveriesRoutes,
  packingRoutes,
  ledgerRoutes,
  accountingRoutes,
  managePromosRoutes,
  enquiriesRoutes,
  reportsRoutes,
  systemRoutes,
  backupRoutes,
  demoRoutes,
  adminRoutes,
];
