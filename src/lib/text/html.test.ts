import { expect, test } from 'vitest';
import { html } from './html.ts';

test('escapes inserted text', () => {
  expect(html`<p title="${'"'}">${"<b>Tom & Kim's</b>"}</p>`.markup).toBe(
    '<p title="&quot;">&lt;b&gt;Tom &amp; Kim&#39;s&lt;/b&gt;</p>',
  );
});

test('inserts markup and lists, and nothing for null', () => {
  const items = ['a', '<b>'].map((name) => html`<li>${name}</li>`);
  expect(html`<ul>${items}${null}${undefined}${false}${0}</ul>`.markup).toBe('<ul><li>a</li><li>&lt;b&gt;</li>0</ul>');
});
