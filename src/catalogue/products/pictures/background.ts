const grounds = ['mint', 'sand', 'mist', 'lemon'] as const;
export type Background = (typeof grounds)[number];

/** The background colour of a product's picture: always the same for a product, and varied in lists. */
export function backgroundOf(url: string): Background {
  let sum = 0;
  for (let i = 0; i < url.length; i++) sum = (sum * 31 + url.charCodeAt(i)) % 9973;
  return grounds[sum % grounds.length] ?? 'mint';
}
