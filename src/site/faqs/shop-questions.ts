import type { Questions } from './question.ts';

export const shop: Questions = {
  'where-do-you-deliver': {
    question: 'Where do you deliver?',
    answer:
      'Anywhere in Australia that a carrier reaches by road. We cannot deliver to post office boxes, because chemicals need somebody to take them.',
  },
  'delivery-fee': {
    question: 'What does delivery cost?',
    answer:
      'Standard Delivery is one flat fee for each order, whatever its weight, and free from an amount that the cart names: it also tells you how much is missing. In Store Pickup costs nothing.',
    more: { label: 'Open your cart', to: '/shopping/view-cart' },
  },
  'pick-up': {
    question: 'How does In Store Pickup work?',
    answer:
      'Choose it at checkout; you need no delivery address. We write when the order is ready, and it waits for 14 days. Bring the order number.',
  },
  'out-of-stock': {
    question: 'A product is out of stock. When does it come back?',
    answer:
      'The shop shows what we have on our shelves. Write to us with the product’s code and the quantity: we tell you when the maker delivers next, or which product does the same work in the meantime.',
    more: { label: 'Write to us', to: '/contact-us/' },
  },
  returns: {
    question: 'Can I return something?',
    answer:
      'Unopened goods come back within 30 days if you simply changed your mind, and the refund goes to the card that paid. What is faulty, damaged or not as described is replaced or refunded whenever it shows, as the Australian Consumer Law says.',
    more: { label: 'Terms and conditions', to: '/terms-and-conditions/' },
  },
  'promo-code': {
    question: 'How do I use a promo code?',
    answer:
      'Enter it in the cart, in capitals or not. One code works for each order. If it takes nothing off, the cart says why: it may have expired, ask for a higher sum or be meant for other products.',
  },
};

export const accounts: Questions = {
  'need-an-account': {
    question: 'Do I need an account to order?',
    answer:
      'No. As a guest you get the invoice and a link to your order by e-mail. With an account you see all your orders in one place and need not type your address again; you can also register at checkout.',
    more: { label: 'Register', to: '/register/' },
  },
  'tax-invoice': {
    question: 'Where is my tax invoice?',
    answer:
      'It is attached to the e-mail that confirms your payment, as a PDF with our ABN and the GST, and it stays on the page of the order. If the e-mail is missing, look in the spam folder first, then give us the order number.',
  },
  'which-cards': {
    question: 'How can I pay, and do you keep my card number?',
    answer:
      'By credit or debit card. The card goes to the payment provider; we keep only its brand and the last four digits, so that you recognise it. Contract clients pay the monthly invoice by bank transfer.',
  },
  'unclear-payment': {
    question: 'My payment was interrupted. Will I be charged twice?',
    answer:
      'No. Each attempt has its own key, and repeating it returns the result of the first. If we could not confirm the payment yet, wait a minute and look at the page again, or call us before you order again.',
  },
  'forgotten-password': {
    question: 'I have forgotten my password.',
    answer:
      'Follow Forgot Password on the login page. The link that we send is valid for 60 minutes and works once. A new password needs at least 8 characters and a number, and ends all your other sessions.',
    more: { label: 'Login', to: '/login/' },
  },
  'name-on-invoice': {
    question: 'Whose name is on the invoice?',
    answer:
      'The one from the billing details at checkout, with their address. From $1,000 on, the law wants a tax invoice to say who bought. An invoice never changes once it is issued, so please check the details before you pay.',
  },
  'my-data': {
    question: 'What do you know about me, and can I see it?',
    answer:
      'What you typed into your account, your orders, enquiries and forms. The privacy policy lists it, with what stays in your browser, and says how to see or correct it.',
    more: { label: 'Privacy policy', to: '/privacy-policy/' },
  },
};
