import { on } from 'node:events';
import { setPriority } from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { ExcelRow, FromWorker, ToWorker } from './write-excel.server.ts';
import { fixedParts, SheetWriter } from './write-excel-xml.server.ts';
import { zipStream } from '../storage/zip-stream.server.ts';

type SheetDescription = Exclude<ToWorker, ExcelRow[] | null>;

/** The sheet's XML for the rows received; asks for more rows after each batch. */
async function* sheetText(
  writer: SheetWriter,
  messages: AsyncIterable<[ToWorker]>,
  askForMore: () => void,
): AsyncGenerator<string> {
  yield writer.begin();
  askForMore();
  for await (const [message] of messages) {
    if (!Array.isArray(message)) break;
    yield writer.rows(message);
    askForMore();
  }
  yield writer.end();
}

/** Receives rows and sends the file while it is written. An exception ends the worker. */
async function work(port: MessagePort): Promise<void> {
  const messages = on(port, 'message') as AsyncIterableIterator<[ToWorker]>; // only the server sends messages
  const first: IteratorResult<[ToWorker]> = await messages.next();
  const { name, columns } = first.value[0] as SheetDescription; // the first message describes the sheet
  const send = (message: FromWorker) => port.postMessage(message);
  const writer = new SheetWriter(columns);
  const parts = [
    ...fixedParts(name).map(([part, text]) => ({ name: part, content: [text] })),
    { name: 'xl/worksheets/sheet1.xml', content: sheetText(writer, messages, () => send('more')) },
    { name: 'xl/sharedStrings.xml', content: writer.sharedTexts() },
  ];
  for await (const chunk of zipStream(parts)) send(new Uint8Array(chunk));
  send(null);
}

/** Below that of the shop, when there are fewer processors than work: on Linux a thread has its own priority. */
const priority = 10;

if (process.platform === 'linux') setPriority(priority);
if (parentPort) await work(parentPort);
