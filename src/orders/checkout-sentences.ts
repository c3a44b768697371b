/** Sentences about the forms of the checkout (specification of the shop, section 5). */
export const sentences = {
  required: 'This field is required.',
  cardRequired: 'Card details are required.',
  cardNumber: 'Invalid card number.',
  expiryDate: 'Invalid expiry date.',
  cvc: 'Invalid CVC.',
  cardExpired: 'This card has expired.',
} as const;
