import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeForm, storeForm } from '../../../test/make-form.ts';
import { api, provide } from '#lib/api/api-context.ts';
import { linkedForms } from '../definition/public-forms.ts';
import { quoteLink } from '../quote-link.ts';
import { loader } from './form.tsx';

const { app, deps } = await testApp();

/** A visitor's call of a page. */
function visit(): RouterContextProvider {
  const context = new RouterContextProvider();
  const send = async (method: string, url: string) => {
    const answer = await app.inject({ method: method as 'GET', url }); // the loader only reads
    return { status: answer.statusCode, body: answer.json(), retryAfter: undefined, total: undefined };
  };
  const seam = { nonce: '', viewer: null, origin: '', isShared: false, isData: false, send, report: () => {} };
  provide(context, seam);
  return context;
}

/** The redirect of a form's page, or the status of its error. */
async function open(form: string): Promise<string | number> {
  const args = { context: visit(), params: { form } } as Partial<LoaderFunctionArgs> as Parameters<typeof loader>[0]; // what it reads
  try {
    return (await loader(args)).form.url;
  } catch (error) {
    if (error instanceof Response) return error.headers.get('location') ?? error.status;
    return (error as { status: number }).status; // a problem
  }
}

test('a linked form that does not exist redirects to the contact page', async () => {
  for (const url of [...linkedForms, 'Free-Quote']) expect(await open(url)).toBe('/contact-us/#write');
  expect(await open('no-such-form')).toBe(404);
  const contact = { to: '/contact-us/#write', label: 'Contact us' };
  expect(await quoteLink(api(visit()))).toEqual(contact);
  await storeForm(deps, makeForm([], { url: 'free-quote' }));
  expect(await open('free-quote')).toBe('free-quote');
  expect(await quoteLink(api(visit()))).toEqual({ to: '/forms/free-quote/', label: 'Get a free quote' });
  await deps.db.updateTable('forms').set({ closed_at: new Date() }).execute();
  expect(await quoteLink(api(visit()))).toEqual(contact);
});
