import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test.each([
  ['<p>Soft &amp; <b>strong</b></p><p>2&nbsp;L</p>', 'Soft & strong 2 L'],
  ['5 &#8211; 10&#x3a9; &unknown; &#0;', '5 – 10Ω &unknown;'],
  ['', ''],
  ['a\n <br/>b', 'a b'],
])('%s reads as %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});
