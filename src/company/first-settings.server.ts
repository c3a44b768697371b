import type { Env } from '#platform/process/env.server.ts';
import { cents } from '#lib/money.ts';
import type { SettingsContent } from './contract.ts';

/**
 * The settings of a company that has not entered anything yet. The phone numbers are from the regulator's fictional range, and the domain
 * is reserved for examples. The ABN is empty, so that no invoice shows another company's.
 */
export function firstSettings(env: Env): SettingsContent {
  const email = env.companyEmail ?? 'hello@example.com.au';
  return {
    company: {
      name: 'Cleaning Company',
      abn: env.companyAbn ?? '',
      email,
      officePhone: '0255501234',
      mobile: '0491570006',
      address: {
        unitNumber: '',
        streetNumber: '1',
        streetName: 'Example Street',
        city: 'Sydney',
        state: 'NSW',
        postcode: '2000',
      },
    },
    // The sentences are empty, because only the company knows what it can promise.
    delivery: { fee: cents(1250), freeFrom: cents(15_000), times: '', dispatch: '', pickUp: '' },
    bank: { accountName: '', bsb: '', accountNumber: '', payId: '' },
    lowStockFrom: 5,
    notifications: { orders: [email], enquiries: [email], submissions: [email] },
    systemMessage: '',
    navigation: {
      faqs: false,
      login: false,
      admin: false,
      register: false,
      shopping: false,
      cart: false,
      logout: false,
    },
    webhookUrl: '',
  };
}
