import { inks, openPaper, type Paper } from '#platform/pdf/pdf-drawing.server.ts';
import { left, lowest, right, width } from '#platform/pdf/page-layout.server.ts';
import { formatInstant } from '#lib/day.ts';
import { detailOf } from '#orders/documents/adjustment-note-data.ts';
import { unitCount } from '#lib/text/count-text.ts';
import { drawTickBox, drawCompany, drawFoot, type PaperCompany, styles } from './paper-drawing.server.ts';
import type { PickedLine } from './slip-and-picking-list.ts';
import type { Picking } from './read-slips-and-picking-lists.server.ts';

export interface PickingList extends Picking {
  company: PaperCompany;
  at: Date;
  by: string;
}

const figures = { x: left + 24, width: 44 };
const name = { x: left + 78, width: 214 };
const forOrders = { x: left + 306, width: right - left - 306 - 62 };
const onHand = { x: right - 54, width: 54 };

/**
 * A picking list as an A4 PDF. It lists each item once, by category, with a box to tick, the total quantity and the
 * quantity per order.
 */
export async function pickingListPdf(list: PickingList): Promise<Buffer> {
  const { company, at, categories, orders } = list;
  const paper = await openPaper({ title: 'Picking List', author: company.name, look: company.look, createdAt: at });
  const top = drawTitle(paper, list);
  let y = drawOrders(paper, list, top);
  for (const category of categories) {
    if (y + 66 > lowest) y = nextPage(paper, list);
    y = drawCategory(paper, category.name, y + 14);
    for (const line of category.lines.flatMap(partsOf)) {
      if (y + heightOf(paper, line) > lowest)
        y = drawCategory(paper, `${category.name}, continued`, nextPage(paper, list));
      y = drawLine(paper, line, y);
    }
  }
  if (categories.length === 0)
    paper.write('There is nothing left to pick for these orders.', { ...name, x: left, y: y + 20 }, styles.body);
  paper.onEachPage((number, of) => drawFoot(paper, company, `Page ${number} of ${of}`));
  return orders.length === 0 ? Promise.reject(new Error('A picking list needs an order.')) : paper.finish();
}

/** The maximum number of orders printed beside an item; if there are more, the item continues in another row. */
const maxOrdersBeside = 40;

interface LinePart extends PickedLine {
  /** Whether the row only continues the order list of the row above. */
  isContinuation: boolean;
}

/** Splits an item into several rows if it has too many orders for one row. */
function partsOf(line: PickedLine): LinePart[] {
  const parts = Math.ceil(line.orders.length / maxOrdersBeside);
  return Array.from({ length: parts }, (_, place) => ({
    ...line,
    orders: line.orders.slice(place * maxOrdersBeside, (place + 1) * maxOrdersBeside),
    isContinuation: place > 0,
  }));
}

function nextPage(paper: Paper, { company, at }: PickingList): number {
  paper.addPage();
  return drawCompany(paper, company, `Picking List, ${formatInstant(at)}`);
}

function drawTitle(paper: Paper, { company, at, by, orders, categories }: PickingList): number {
  const y = drawCompany(paper, company, `Printed ${formatInstant(at)} by ${by}`);
  const below = paper.write('Picking List', { x: left, y: y + 6, width }, styles.title);
  const items = categories.reduce((count, { lines }) => count + lines.length, 0);
  const all = orders.reduce((count, order) => count + order.units, 0);
  const summary = `${orders.length} ${orders.length === 1 ? 'order' : 'orders'}, ${items} ${items === 1 ? 'item' : 'items'}, ${unitCount(all)}`;
  return paper.write(summary, { x: left, y: below + 2, width }, styles.body) + 12;
}

/** Draws the order numbers in three columns on a tinted panel. */
function drawOrders(paper: Paper, list: PickingList, top: number): number {
  const columns = 3;
  const columnWidth = (width - 28) / columns;
  const rows = Math.min(Math.ceil(list.orders.length / columns), 12);
  const height = rows * 15 + 18;
  paper.doc.roundedRect(left, top, width, height, 8).fill(paper.inkOf(inks.sunken));
  for (const [place, order] of list.orders.slice(0, rows * columns).entries()) {
    const box = { x: left + 14 + Math.floor(place / rows) * columnWidth, y: top + 10 + (place % rows) * 15 };
    paper.write(order.orderNumber, { ...box, width: 56 }, { ...styles.label, ink: inks.text });
    paper.write(
      shorten(
        paper,
        order.purchaseOrder === '' ? order.name : `${order.name}, ${order.purchaseOrder}`,
        columnWidth - 66,
      ),
      { ...box, x: box.x + 58, width: columnWidth - 62 },
      styles.small,
    );
  }
  const unlisted = list.orders.length - rows * columns;
  if (unlisted <= 0) return top + height;
  return paper.write(
    `and ${unlisted} more ${unlisted === 1 ? 'order' : 'orders'}`,
    { x: left + 14, y: top + height + 4, width },
    styles.small,
  );
}

function shorten(paper: Paper, text: string, maxWidth: number): string {
  if (paper.widthOf(text, styles.small) <= maxWidth) return text;
  const letters = [...text];
  while (letters.length > 1 && paper.widthOf(`${letters.join('')}…`, styles.small) > maxWidth) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

function drawCategory(paper: Paper, title: string, top: number): number {
  const y = paper.write(title, { x: left, y: top, width }, styles.category) + 4;
  paper.write('Take', { ...figures, y, align: 'right' }, styles.label);
  paper.write('Item', { ...name, y }, styles.label);
  paper.write('For', { ...forOrders, y }, styles.label);
  const below = paper.write('On hand', { ...onHand, y, align: 'right' }, styles.label) + 3;
  paper.rule(inks.line, { y: below });
  return below;
}

/** `SO-100041 × 2, SO-100043` */
const ordersOf = ({ orders }: PickedLine): string =>
  orders.map(({ number, quantity }) => (quantity === 1 ? number : `${number} × ${quantity}`)).join(', ');

const above = 8;
const below = 6;

const titleOf = ({ name: item, isContinuation }: LinePart): string => (isContinuation ? `${item}, continued` : item);

const heightOf = (paper: Paper, line: LinePart): number =>
  above +
  below +
  Math.max(
    paper.heightOf(titleOf(line), name.width, styles.strong) + paper.heightOf(detailOf(line), name.width, styles.small),
    paper.heightOf(ordersOf(line), forOrders.width, styles.small),
  );

function drawLine(paper: Paper, line: LinePart, top: number): number {
  const y = top + above;
  if (!line.isContinuation) {
    drawTickBox(paper, { x: left + 2, y: y + 1 });
    paper.write(String(line.quantity), { ...figures, y: y - 3, align: 'right' }, styles.figure);
  }
  const belowName = paper.write(titleOf(line), { ...name, y }, styles.strong);
  paper.write(detailOf(line), { ...name, y: belowName }, styles.small);
  paper.write(ordersOf(line), { ...forOrders, y: y + 1 }, styles.small);
  if (!line.isContinuation) {
    const style = line.onHand < 0 ? styles.strong : styles.body;
    paper.write(String(line.onHand), { ...onHand, y: y + 1, align: 'right' }, style);
  }
  const bottom = top + heightOf(paper, line);
  paper.rule(inks.hairline, { y: bottom });
  return bottom;
}
