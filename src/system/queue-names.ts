/** The work of each queue in plain words. */
const names: Record<string, string> = {
  'account-invoice': 'Invoices on account',
  'account-mail': 'E-mails about accounts',
  'account-note': 'Adjustment notes on account',
  'account-registered': 'After a registration',
  backup: 'Backups that somebody asked for',
  'backup-nightly': 'Nightly backups',
  'delivery-dispatched': 'E-mails about deliveries on their way',
  'back-order-changed': 'E-mails about new dates of back orders',
  'buyer-mail': 'E-mails about orders that staff send',
  'checkout-sweep': 'Removal of old checkout attempts',
  'enquiry-acknowledge': 'Confirmations of enquiries',
  'enquiry-notify': 'Notices of enquiries',
  'form-drafts-sweep': 'Removal of old drafts',
  'form-files-removal': 'Removal of files of submissions',
  'form-files-sweep': 'Removal of files without a submission',
  'guest-orders-mail': 'Links that add orders to an account',
  'order-mail': 'Order confirmations',
  'order-notice': 'Notices of orders',
  'payment-event-sweep': 'Removal of old payment events',
  'picture-sizes': 'Sizes of pictures',
  'product-import': 'Imports of products',
  'product-import-sweep': 'Removal of old imports',
  'purchase-order-mail': 'Purchase orders to suppliers',
  'refund-mail': 'E-mails about refunds',
  'refund-notice': 'Notices of refunds that came back',
  'restore-drill': 'Restore drills that somebody asked for',
  'restore-drill-weekly': 'Weekly restore drills',
  'restore-leftovers': 'Clean-up after interrupted restores and drills',
  'site-picture-sizes': 'Sizes of the site’s pictures',
  'submission-acknowledge': 'Confirmations of submissions',
  'submission-copy': 'Submissions as PDF',
  'submission-notice': 'Notices of submissions',
  'system-sweep': 'Care of failed jobs',
  'update-notice': 'Looking for updates',
  'webhook-delivery': 'Webhook events',
  'webhook-delivery-sweep': 'Removal of old webhook events',
};

/** `order-mail`: Order confirmations. A queue that is not listed is shown by the words of its own name. */
export const queueLabel = (name: string): string => {
  const words = name.replaceAll('-', ' ');
  return names[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
};
