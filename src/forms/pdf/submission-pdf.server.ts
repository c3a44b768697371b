import { setTimeout as sleep } from 'node:timers/promises';
import { oneAtATime } from '#lib/one-at-a-time.ts';
import { inks, openPaper } from '#platform/pdf/pdf-drawing.server.ts';
import type { Sender } from '#platform/pdf/table-pdf.server.ts';
import { drawFoot, drawParties, drawSender, left, type Party, right, width } from '#platform/pdf/page-layout.server.ts';
import { type AnswerBlock, drawAnswer, drawPair, isShort } from './draw-answers.server.ts';
import {
  drawFiles,
  drawImages,
  drawSignatures,
  imagesHeight,
  type SignatureBlock,
  signatureHeight,
} from './draw-files.server.ts';
import { ensureSpace, type Flow, lineHeight, styles, wrapText, writeText } from './page-flow.server.ts';
import type { TextPiece } from './html-to-text.ts';
import type { Block, PdfSection } from './pdf-content.server.ts';
import type { ReadFile } from './pdf-images.server.ts';

export interface PdfInput {
  company: Sender;
  formName: string;
  /** `7F3A-09C2` */
  reference: string;
  /** Submitter, date and form version. */
  parties: Party[];
  sections: readonly PdfSection[];
  createdAt: Date;
}

/** Drawing pauses after this time: whatever the server does meanwhile waits at most as long for its next step. */
const maxTurnMs = 3;

/** How many times as long as it has drawn a pause lasts, so that the PDF of a long form leaves the processor to the shop. */
const restTimes = 3;

/** Several drawn at once would take as many times the memory, and the processor from the shop. */
const drawInTurn = oneAtATime();

/**
 * Renders a submission as an A4 PDF, tagged for screen readers. The same content produces the same bytes. PDFs are drawn one
 * after another, with pauses; a submission with thousands of answers takes long enough to need a job.
 */
export const submissionPdf = (content: PdfInput, readFile: ReadFile): Promise<Buffer> =>
  drawInTurn(() => draw(content, readFile));

async function draw(content: PdfInput, readFile: ReadFile): Promise<Buffer> {
  const { company, formName, reference, createdAt } = content;
  const paper = await openPaper({
    title: `${formName} ${reference}`,
    author: company.name,
    look: company.look,
    createdAt,
    isTagged: true,
  });
  const flow: Flow = { paper, y: 0, company: company.name, name: shortName(formName), metrics: new Map() };
  drawHead(flow, content);
  let began = performance.now();
  const yieldIfDue = async (): Promise<void> => {
    const drawnMs = performance.now() - began;
    if (drawnMs < maxTurnMs) return;
    await sleep(drawnMs * restTimes);
    began = performance.now();
  };
  for (const { heading, blocks } of content.sections) {
    if (heading !== '') drawHeading(flow, heading, blocks[0]);
    await drawBlocks(flow, blocks, yieldIfDue, readFile);
    flow.y += 12;
  }
  const footer = [company.name, shortName(formName), reference];
  paper.onEachPage((current, of) => drawFoot(paper, footer, `Page ${current} of ${of}`));
  return paper.finish();
}

const longestName = 60;

const shortName = (name: string): string =>
  name.length > longestName ? `${name.slice(0, longestName - 1).trimEnd()}…` : name;

function drawHead(flow: Flow, { company, formName, reference, parties }: PdfInput): void {
  const { paper } = flow;
  paper.tag('P', () => {
    flow.y = drawSender(paper, company) - 4;
  });
  const maxWidth = width - 130;
  const label = { x: right - 120, y: flow.y + 5, width: 120, align: 'right' } as const;
  writeText(flow, formName, { style: styles.title, tag: 'H1', maxWidth });
  paper.tag('P', () => {
    const below = paper.write('Reference', label, styles.label);
    paper.write(reference, { ...label, y: below + 1 }, styles.strong);
  });
  paper.tag('P', () => {
    flow.y = drawParties(paper, parties, Math.max(flow.y, label.y + 28) + 16);
  });
  flow.y += 24;
}

/** Draws a heading on the same page as the start of its first block. */
function drawHeading(flow: Flow, heading: string, first: Block | undefined): void {
  const lines = wrapText(flow, heading, { maxWidth: width, style: styles.section }).length;
  ensureSpace(flow, lines * lineHeight(flow, styles.section) + 13 + firstHeight(flow, first));
  writeText(flow, heading, { style: styles.section, tag: 'H2' });
  flow.paper.asPageHead(() => flow.paper.rule(inks.line, { y: flow.y + 3 }));
  flow.y += 13;
}

/** Height of the part of the first block that must be on the same page as the heading. */
function firstHeight(flow: Flow, block: Block | undefined): number {
  if (block?.kind === 'signature') return signatureHeight;
  if (block?.kind === 'images') return imagesHeight;
  const label =
    block && 'label' in block ? wrapText(flow, block.label, { maxWidth: width, style: styles.label }).length : 1;
  return label * lineHeight(flow, styles.label) + 2 * lineHeight(flow, styles.body) + 16;
}

/** Short answers are drawn side by side, two in a row. */
async function drawBlocks(
  flow: Flow,
  blocks: readonly Block[],
  yieldIfDue: () => Promise<void>,
  readFile: ReadFile,
): Promise<void> {
  let pendingAnswer: AnswerBlock | undefined;
  let pendingSignature: SignatureBlock | undefined;
  const flush = async (): Promise<void> => {
    if (pendingAnswer) drawPair(flow, [pendingAnswer]);
    if (pendingSignature) await drawSignatures(flow, [pendingSignature], readFile);
    pendingAnswer = undefined;
    pendingSignature = undefined;
  };
  for (const block of blocks) {
    await yieldIfDue();
    if (block.kind === 'signature' && pendingSignature) {
      await drawSignatures(flow, [pendingSignature, block], readFile);
      pendingSignature = undefined;
      continue;
    }
    if (block.kind === 'answer' && isShort(flow, block) && !pendingSignature) {
      if (pendingAnswer) drawPair(flow, [pendingAnswer, block]);
      pendingAnswer = pendingAnswer ? undefined : block;
      continue;
    }
    await flush();
    if (block.kind === 'answer' && isShort(flow, block)) pendingAnswer = block;
    else if (block.kind === 'answer') await drawAnswer(flow, block, yieldIfDue);
    else if (block.kind === 'text') drawText(flow, block.pieces);
    else if (block.kind === 'signature') pendingSignature = block;
    else if (block.kind === 'images') await drawImages(flow, block, readFile);
    else drawFiles(flow, block);
  }
  await flush();
}

/** A text block of the form. */
function drawText(flow: Flow, pieces: readonly TextPiece[]): void {
  for (const { kind, text } of pieces) {
    if (kind === 'heading') {
      ensureSpace(flow, 40);
      writeText(flow, text, { style: styles.strong, tag: 'H3' });
    } else if (kind === 'listItem') {
      ensureSpace(flow, lineHeight(flow, styles.body));
      const { y } = flow;
      flow.paper.asPageHead(() => flow.paper.doc.circle(left + 4, y + 7, 1.6).fill(flow.paper.inkOf(inks.muted)));
      writeText(flow, text, { style: styles.body, tag: 'LI', x: left + 14, maxWidth: width - 14 });
    } else writeText(flow, text, { style: styles.body, tag: 'P' });
    flow.y += kind === 'paragraph' ? 6 : 3;
  }
  flow.y += 6;
}
