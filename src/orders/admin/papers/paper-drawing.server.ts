import type { MailCompany } from '#platform/mail/mail-layout.ts';
import { inks, type Paper, type PaperLook, type Style } from '#platform/pdf/pdf-drawing.server.ts';
import { drawFoot as drawSheetFoot, left, right, styles as shared, width } from '#platform/pdf/page-layout.server.ts';
import { formatPhone } from '#lib/text/phone.ts';

export type PaperCompany = Pick<MailCompany, 'name' | 'address' | 'phone' | 'email'> & { look?: PaperLook };

export const styles = {
  ...shared,
  company: { face: 'head', size: 13, ink: inks.heading },
  title: { face: 'head', size: 26, ink: inks.heading },
  category: { face: 'head', size: 12.5, ink: inks.heading },
  strong: { face: 'strong', size: 10, ink: inks.text },
  figure: { face: 'head', size: 15, ink: inks.heading },
} as const satisfies Record<string, Style>;

/** Draws the company's logo, or its icon and name, at the left and a remark at the right; returns the y position below. */
export function drawCompany(paper: Paper, company: PaperCompany, remark: string): number {
  if (!paper.drawLogo({ x: left, y: 40 }, { width: 200, height: 30 })) {
    paper.drawIcon({ x: left, y: 40 }, 26);
    paper.write(company.name, { x: left + 35, y: 46, width: width / 2 }, styles.company);
  }
  paper.write(remark, { x: right - 260, y: 48, width: 260, align: 'right' }, styles.small);
  return 84;
}

/** A box to tick with a pen. */
export function drawTickBox(paper: Paper, { x, y }: { x: number; y: number }): void {
  paper.doc.roundedRect(x, y, 12, 12, 2.5).lineWidth(1).strokeColor(paper.inkOf(inks.muted)).stroke();
}

export const drawFoot = (paper: Paper, { name, phone, email }: PaperCompany, pageOf: string): void =>
  drawSheetFoot(paper, [name, formatPhone(phone), email], pageOf);
