import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { benchFields, isSwitched } from './big-form.ts';

/** A page with the bench's form, and selectors of its parts. */
export interface FormPage {
  url: string;
  /** Anything of a field, by its number. */
  field: (number: number) => string;
  /** What is typed into. */
  input: (number: number) => string;
  yes: (number: number) => string;
  no: (number: number) => string;
  submit: string;
  /** The last field visible without scrolling. */
  lastField: number;
  /** The last field that the switch shows. */
  lastSwitched: number;
}

/** Milliseconds by the clock, and of processor time of the page's main thread. */
export interface Taken {
  wall: number;
  cpu: number;
}

export interface PageFigures {
  /** Median milliseconds from the first requested byte to the first fields on the screen. */
  firstFields: number;
  allFields: number;
  keyMedian: Taken;
  keyWorst: Taken;
  switchOn: Taken;
  switchOff: Taken;
  submit: Taken;
}

const keysInField = 40;
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Opens, types, switches and submits like a visitor. The first visit warms the server up and is not counted. */
export async function measurePage(browser: Browser, form: FormPage, visits = 5): Promise<PageFigures> {
  await visit(browser, form, async () => undefined);
  const opened: { firstFields: number; allFields: number }[] = [];
  for (let round = 1; round < visits; round++) opened.push((await visit(browser, form, async () => undefined)).times);
  const last = await visit(browser, form, async (page) => {
    const clocks = await clocksOf(page);
    return { keys: await typeKeys(clocks, form), ...(await pressButtons(clocks, form)) };
  });
  const all = [...opened, last.times];
  const { keys, ...pressed } = last.result;
  return {
    firstFields: middle(all.map(({ firstFields }) => firstFields)),
    allFields: middle(all.map(({ allFields }) => allFields)),
    keyMedian: { wall: middle(keys.map(({ wall }) => wall)), cpu: middle(keys.map(({ cpu }) => cpu)) },
    keyWorst: { wall: Math.max(...keys.map(({ wall }) => wall)), cpu: Math.max(...keys.map(({ cpu }) => cpu)) },
    ...pressed,
  };
}

/** Records when an element first appears; in the page, since polling from outside takes longer. */
function noteFirst(selectors: readonly [string, string][]): void {
  const seen: Record<string, number> = {};
  Object.assign(window, { seen });
  const look = (): void => {
    const there = selectors.filter(([name, selector]) => !(name in seen) && document.querySelector(selector));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      for (const [name] of there) seen[name] = performance.now(); // behind the frame that showed it
      if (Object.keys(seen).length < selectors.length) requestAnimationFrame(look);
    };
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
}

interface Visit<T> {
  times: { firstFields: number; allFields: number };
  result: T;
}

async function visit<T>(browser: Browser, form: FormPage, work: (page: Page) => Promise<T>): Promise<Visit<T>> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(noteFirst, [
    ['firstFields', form.field(1)],
    ['allFields', form.field(form.lastField)],
  ] as [string, string][]);
  await page.goto(form.url);
  const seen = await page.waitForFunction(() => {
    const { seen } = window as unknown as { seen: Visit<T>['times'] }; // noteFirst() put it there
    return seen.allFields && seen;
  });
  const times = await seen.jsonValue();
  await quiet(page);
  const result = await work(page);
  await context.close();
  if (!times) throw new Error('The page never showed all of its fields.');
  return { times, result };
}

/** Waits until the page is idle. */
const quiet = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const idle = (): Promise<number> =>
      new Promise((resolve) => requestIdleCallback((deadline) => resolve(deadline.timeRemaining())));
    for (let rounds = 0; rounds < 10; ) rounds = (await idle()) > 8 ? rounds + 1 : 0;
  });

/** Two fields for a line of text near the top, one of them read by a rule. */
function typedFields(): number[] {
  const fields = benchFields();
  const read = new Set(fields.flatMap(({ visible, required }) => [visible, required].map((rule) => ofRule(rule))));
  const lines = fields.filter(({ type, visible, number }) => type === 0 && !visible && !isSwitched(number));
  const some = (isRead: boolean) => lines.filter(({ number }) => read.has(number) === isRead).slice(0, 1);
  return [...some(true), ...some(false)].map(({ number }) => number);
}

const ofRule = (rule: unknown): number | undefined =>
  typeof rule === 'object' && rule !== null && 'of' in rule ? Number(rule.of) : undefined;

/** How long a page's main thread was busy. */
interface Clocks {
  page: Page;
  wall: CDPSession;
  cpu: CDPSession;
}

async function clocksOf(page: Page): Promise<Clocks> {
  const [wall, cpu] = [await page.context().newCDPSession(page), await page.context().newCDPSession(page)];
  await wall.send('Performance.enable', { timeDomain: 'timeTicks' });
  await cpu.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, wall, cpu };
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
}

/** Main thread work until two frames after an action. */
async function worked({ page, wall, cpu }: Clocks, work: () => Promise<unknown>): Promise<Taken> {
  const before = { wall: await busyMs(wall), cpu: await busyMs(cpu) };
  await work();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
  );
  return { wall: (await busyMs(wall)) - before.wall, cpu: (await busyMs(cpu)) - before.cpu };
}

/** Main thread work of each key stroke until its letter is on the screen: script, style, layout, paint. */
async function typeKeys(clocks: Clocks, form: FormPage): Promise<Taken[]> {
  const { page } = clocks;
  const asking = await repeated(10, () => worked(clocks, async () => undefined));
  const idle = { wall: middle(asking.map(({ wall }) => wall)), cpu: middle(asking.map(({ cpu }) => cpu)) };
  const keys: Taken[] = [];
  for (const number of typedFields()) {
    await scrollTo(page, form.input(number));
    await page.locator(form.input(number)).click();
    await quiet(page);
    const letter = (place: number): string => 'abcdefghij '.charAt(place % 11);
    keys.push(...(await repeated(keysInField, (place) => worked(clocks, () => page.keyboard.press(letter(place))))));
  }
  return keys.map(({ wall, cpu }) => ({ wall: Math.max(wall - idle.wall, 0), cpu: Math.max(cpu - idle.cpu, 0) }));
}

/** Content that is rendered only near the screen must be scrolled near first. */
async function scrollTo(page: Page, selector: string): Promise<void> {
  while ((await page.locator(selector).count()) === 0) {
    await page.mouse.wheel(0, 300);
    await quiet(page);
  }
}

async function repeated<T>(times: number, work: (place: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let place = 0; place < times; place++) results.push(await work(place));
  return results;
}

interface Pressed {
  button: string;
  shown?: string;
  hidden?: string;
}

async function pressButtons(clocks: Clocks, form: FormPage) {
  const last = form.field(form.lastSwitched);
  const timed = async (what: Pressed): Promise<Taken> => {
    await quiet(clocks.page);
    let wall = 0;
    const { cpu } = await worked(clocks, async () => {
      wall = await press(clocks.page, what);
    });
    return { wall, cpu };
  };
  const switchOn = await timed({ button: form.yes(0), shown: last });
  const switchOff = await timed({ button: form.no(0), hidden: last });
  const submit = await timed({ button: form.submit, shown: '[aria-invalid="true"]' });
  return { switchOn, switchOff, submit };
}

/** Milliseconds from the press until what it shows, or hides, has been drawn. */
const press = (page: Page, what: Pressed): Promise<number> =>
  page.evaluate(async ({ button, shown, hidden }) => {
    const frame = (): Promise<void> =>
      new Promise((resolve) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(0);
        }),
      );
    const isDone = (): boolean =>
      shown ? document.querySelector(shown) !== null : !document.querySelector(hidden ?? '');
    const target = document.querySelector<HTMLElement>(button);
    if (!target) throw new Error(`There is no ${button}.`);
    await frame();
    const begun = performance.now();
    target.click();
    do await frame();
    while (!isDone());
    return performance.now() - begun;
  }, what);
