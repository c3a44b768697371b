import type { Env } from '#platform/process/env.server.ts';
import { cents } from '#lib/money.ts';
import type { SettingsContent } from './contract.ts';

/** The example ABN published by the tax office. */
const exampleAbn = '51824753556';

/** Empty outside the demo, because only the company knows what it can promise. */
const noPromises = { times: '', dispatch: '', pickUp: '' };

const demoPromises = {
  times: 'Metro Sydney, Newcastle and Wollongong: next working day. Elsewhere: 2 to 5 working days.',
  dispatch: 'Ordered by 1 pm, sent today',
  pickUp: 'Ready in two hours on weekdays.',
};

/**
 * The settings at the first start. The phone numbers are from the regulator's fictional range, and the domain is reserved for examples.
 * Outside the demo the ABN is empty, so that no invoice shows another company's ABN.
 */
export function firstSettings(env: Env): SettingsContent {
  const email = env.companyEmail ?? 'hello@example.com.au';
  return {
    company: {
      name: 'Spruce',
      abn: env.companyAbn ?? (env.demoContent ? exampleAbn : ''),
      email,
      officePhone: '0255501234',
      mobile: '0491570006',
      address: {
        unitNumber: '4',
        streetNumber: '27',
        streetName: 'Carriage Works Lane',
        city: 'Marrickville',
        state: 'NSW',
        postcode: '2204',
      },
    },
    delivery: { fee: cents(1250), freeFrom: cents(15_000), ...(env.demoContent ? demoPromises : noPromises) },
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
