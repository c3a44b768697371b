import { on } from 'node:events';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { ExcelRow, FromWorker, ToWorker } from './excel.server.ts';
import { fixedParts, SheetWriter } from './excel-parts.server.ts';
import { zipped } from '../storage/zip-stream.server.ts';

type Told = Exclude<ToWorker, ExcelRow[] | null>;

/** The sheet's text as its rows are told; each part that is written asks for the next. */
async function* sheetText(
  writer: SheetWriter,
  told: AsyncIterable<[ToWorker]>,
  askForMore: () => void,
): AsyncGenerator<string> {
  yield writer.begin();
  askForMore();
  for await (const [message] of told) {
    if (!Array.isArray(message)) break;
    yield writer.rows(message);
    askForMore();
  }
  yield writer.end();
}

/** Reads what it is told until the last row, and answers the file as it comes to be. What it throws ends the worker. */
async function work(port: MessagePort): Promise<void> {
  const told = on(port, 'message') as AsyncIterableIterator<[ToWorker]>; // only the server writes to it
  const first: IteratorResult<[ToWorker]> = await told.next();
  const { name, columns } = first.value[0] as Told; // it begins with the sheet
  const send = (message: FromWorker) => port.postMessage(message);
  const writer = new SheetWriter(columns);
  const parts = [
    ...fixedParts(name).map(([part, text]) => ({ name: part, content: [text] })),
    { name: 'xl/worksheets/sheet1.xml', content: sheetText(writer, told, () => send('more')) },
    { name: 'xl/sharedStrings.xml', content: writer.sharedTexts() },
  ];
  for await (const chunk of zipped(parts)) send(new Uint8Array(chunk));
  send(null);
}

if (parentPort) await work(parentPort);
