/** What the site stores in a reader's browser. */
export const storedInBrowser: readonly { name: string; kind: string; what: string; until: string }[] = [
  {
    name: 'session',
    kind: 'Cookie',
    what: 'Keeps you signed in. Scripts cannot read it.',
    until: '15 minutes, then renewed',
  },
  {
    name: 'refresh',
    kind: 'Cookie',
    what: 'Renews the session, so that you don’t have to sign in each time. Scripts cannot read it.',
    until: '30 days, or until you sign out',
  },
  {
    name: 'shop.cart, shop.promo',
    kind: 'Local storage',
    what: 'The contents of your cart, and your promo code if you entered one. It stays on your device until you check out.',
    until: 'Until you empty the cart or sign out',
  },
  {
    name: 'shop.scheme',
    kind: 'Local storage',
    what: 'Whether you chose the light or the dark colour scheme.',
    until: 'Until you clear it or sign out',
  },
  {
    name: 'shop.checkout, shop.placed',
    kind: 'Session storage',
    what: 'What you typed at checkout and the order that you placed, so that a reload loses nothing. Never card details or passwords.',
    until: 'Until you close the tab',
  },
];
