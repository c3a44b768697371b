import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { faultsOf, readAnswers, valuesOf } from '#forms/answers/form-answers.ts';
import { patternsOf } from '#forms/answers/regex-patterns.ts';
import type { Day } from '#lib/day.ts';
import { bigForm, fileBytes, fullAnswers } from './big-form.ts';
import type { Served } from './servers.ts';

const today = '2026-11-20' as Day; // a day, if any
const rounds = 30;
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Milliseconds that the server takes to read, check and encode 2,000 answers, compared with parsing their JSON alone. */
export function timeValidation(): { validation: number; json: number } {
  const form = bigForm('validated');
  const body = JSON.stringify(fullAnswers());
  const checked = (): void => {
    const responses = JSON.parse(body) as { id: string; response: string }[]; // as written above
    const { logic, faults } = readAnswers({ form, responses, today });
    const all = [...faults, ...faultsOf({ form, logic, today, matches: patternsOf(form) })];
    if (all.length > 0 || valuesOf({ form, logic }).size !== responses.length) throw new Error('Not all was taken.');
  };
  return { validation: middle(timed(checked)), json: middle(timed(() => JSON.parse(body))) };
}

function timed(work: () => unknown): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
}

/** Milliseconds of the whole call that submits them, through HTTP and into the database. */
export async function timeSubmission(served: Served, formId: string): Promise<number> {
  const body = JSON.stringify(fullAnswers());
  const all: number[] = [];
  for (let round = 0; round < 10; round++) {
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${served.port}/v1/form-builder/${formId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const told = await answer.text();
    if (answer.status !== 201) throw new Error(`The submission was answered ${answer.status}: ${told.slice(0, 300)}`);
    all.push(performance.now() - begun);
  }
  return middle(all);
}

const files = 5;
const mib = 1024 * 1024;

/** How many MB a server grows while it takes in five files, one of its form's fields each after the other at once. */
export async function memoryOfUploads(served: Served, { formId, fieldId }: { formId: string; fieldId: string }) {
  const path = `/v1/form-builder/${formId}/files?fieldId=${fieldId}`;
  await sendPdf(served.port, path, mib); // what is loaded with the first one is not counted
  const before = await served.rss();
  let most = before;
  const watch = { isOn: true };
  const watching = (async () => {
    while (watch.isOn) {
      most = Math.max(most, await served.rss());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const begun = performance.now();
  await Promise.all(Array.from({ length: files }, () => sendPdf(served.port, path, fileBytes)));
  const seconds = (performance.now() - begun) / 1_000;
  watch.isOn = false;
  await watching;
  return { growth: (Math.max(most, await served.rss()) - before) / mib, seconds };
}

const boundary = 'bench-of-forms';

/** A PDF header and trailer of the requested size, sent like a browser does. */
async function sendPdf(port: number, path: string, size: number): Promise<void> {
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="plans.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
  );
  const [start, end] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF')];
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const sent = request({
    port,
    path,
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  });
  const answered = new Promise<void>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      if (response.statusCode === 201) resolve();
      else reject(new Error(`The upload was answered ${response.statusCode}.`));
    });
  });
  const piece = Buffer.alloc(64 * 1024, ' ');
  await pipeline(function* () {
    yield head;
    yield start;
    for (let left = size - start.length - end.length; left > 0; left -= piece.length)
      yield piece.subarray(0, Math.min(left, piece.length));
    yield end;
    yield tail;
  }, sent);
  await answered;
}
