import type { Questions } from './question.ts';

export const shop: Questions = {
  'where-do-you-deliver': {
    question: 'Where do you deliver?',
    answer:
      'Anywhere in Australia that a carrier reaches by road. We cannot deliver to post office boxes, because somebody must be there to receive chemicals.',
  },
  'delivery-fee': {
    question: 'What does delivery cost?',
    answer:
      'Standard Delivery is one flat fee per order, whatever the weight, and large orders are delivered free. The cart shows the minimum for free delivery and how much more you need to spend. In Store Pickup costs nothing.',
    more: { label: 'Open your cart', to: '/shopping/view-cart' },
  },
  'pick-up': {
    question: 'How does In Store Pickup work?',
    answer:
      'Choose it at checkout; no delivery address is needed. We e-mail you when the order is ready and hold it for 14 days. Bring the order number.',
  },
  'out-of-stock': {
    question: 'A product is out of stock. When does it come back?',
    answer:
      'The shop shows what we have on our shelves. Send us the product’s code and the quantity, and we will tell you when the next delivery is due, or which product does the same job in the meantime.',
    more: { label: 'Write to us', to: '/contact-us/' },
  },
  returns: {
    question: 'Can I return something?',
    answer:
      'Yes. If you change your mind, you can return unopened goods within 30 days, and we refund the card that you paid with. Anything faulty, damaged or not as described is replaced or refunded, whenever the problem shows, as the Australian Consumer Law requires.',
    more: { label: 'Terms and conditions', to: '/terms-and-conditions/' },
  },
  'promo-code': {
    question: 'How do I use a promo code?',
    answer:
      'Enter it in the cart, in capital or small letters. You can use one code per order. If it takes nothing off, the cart says why: the code may have expired, need a higher spend or apply to other products.',
  },
};

export const accounts: Questions = {
  'need-an-account': {
    question: 'Do I need an account to order?',
    answer:
      'No. As a guest you get the invoice and a link to your order by e-mail. With an account you see all your orders in one place and don’t have to type your address again. You can also register at checkout.',
    more: { label: 'Register', to: '/register/' },
  },
  'tax-invoice': {
    question: 'Where is my tax invoice?',
    answer:
      'It is attached to the e-mail that confirms your payment, as a PDF with our ABN and the GST, and you also find it on the order’s page. If the e-mail has not arrived, check your spam folder first, then send us the order number.',
  },
  'which-cards': {
    question: 'How can I pay, and do you keep my card number?',
    answer:
      'By credit or debit card. The card number goes to the payment provider; we keep only the brand and the last four digits, so that you can recognise the card. Contract clients pay the monthly invoice by bank transfer.',
  },
  'unclear-payment': {
    question: 'My payment was interrupted. Will I be charged twice?',
    answer:
      'No. If the same payment is sent again, you get the result of the first attempt and pay once. If we cannot confirm the payment yet, wait a minute and look at the page again, or call us before you order again.',
  },
  'forgotten-password': {
    question: 'I have forgotten my password.',
    answer:
      'Select Forgot Password on the login page. The link that we send you is valid for 60 minutes and works once. The new password needs at least 8 characters and a number. Once you set it, you are signed out everywhere else.',
    more: { label: 'Login', to: '/login/' },
  },
  'name-on-invoice': {
    question: 'Whose name is on the invoice?',
    answer:
      'The name and address in the billing details at checkout. For sales of $1,000 or more, a tax invoice must by law say who the buyer is. An invoice never changes once it is issued, so please check the details before you pay.',
  },
  'my-data': {
    question: 'What do you know about me, and can I see it?',
    answer:
      'We know what you typed into your account, your orders, enquiries and forms. The privacy policy lists it all, including what is stored in your browser, and says how to see or correct it.',
    more: { label: 'Privacy policy', to: '/privacy-policy/' },
  },
};
