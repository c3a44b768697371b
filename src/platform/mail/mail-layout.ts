import { formatPhone } from '#lib/text/phone.ts';
import { Html, html } from '#lib/text/html.ts';

/** The sender, shown at the head and foot of every mail. */
export interface MailCompany {
  name: string;
  /** The site's address, without a slash at the end. */
  url: string;
  email: string;
  /** The phone number as digits. */
  phone: string;
  /** The postal address on one line. */
  address: string;
  /** When the office is open. */
  hours: string;
  /** The company's own colours, keyed by the colours of `look` that they replace. */
  colours?: ReadonlyMap<string, string>;
  /** The width of the company's logo in pixels; undefined if it has none: then mails show its icon and name. */
  logoWidth?: number;
}

/** A part of a mail, as HTML and as plain text. */
export interface MailPart {
  html: Html;
  text: string;
}

export interface MailPage {
  company: MailCompany;
  /** The text that inboxes show after the subject. */
  preheader: string;
  title: string;
  lead: string;
  parts: MailPart[];
  /** Why the reader receives this mail. */
  reason: string;
}

/** The content ids under which the mail service attaches the company's icon and logo. */
export const markCid = 'mark@mail';
export const logoCid = 'logo@mail';

/*
 * Mail programs support few style sheets and no custom properties, so the values of the design tokens are written out here for light
 * mode. In dark mode `darkRules` overrides them by class. The header is dark in both modes.
 */
export const look = {
  text: '#0d2b2b',
  muted: '#46605f',
  heading: '#0b3b3c',
  line: '#e8e4d9',
  ground: '#faf8f3',
  surface: '#ffffff',
  sunken: '#f3f0e8',
  ink: '#0b3b3c',
  onInk: '#f3faf6',
  onInkMuted: '#b6d3cd',
  action: '#0b7a5b',
  font: "Figtree, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  headFont:
    "'Bricolage Grotesque', Figtree, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
} as const;

const darkRules = `
  .ground { background-color: #0c1716 !important; }
  .surface { background-color: #12211f !important; border-color: #223a36 !important; }
  .sunken { background-color: #1d322f !important; }
  .ink { background-color: #0a2a2a !important; }
  .text { color: #e9f2ee !important; }
  .muted { color: #a9bdb7 !important; }
  .heading { color: #f1f8f4 !important; }
  .line { border-color: #223a36 !important; }
  .action { background-color: #4fc794 !important; }
  .on-action { color: #05231a !important; }`;

const rules = `
  body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
  table { border-collapse: separate; }
  a { text-decoration: underline; }
  .sheet td { overflow-wrap: anywhere; word-break: break-word; }
  @media (max-width: 480px) {
    .frame { padding: 0 !important; }
    .sheet { border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
    .pad { padding-left: 20px !important; padding-right: 20px !important; }
    .title { font-size: 27px !important; }
  }
  @media (prefers-color-scheme: dark) {${darkRules}
  }`;

const style = new Html(`<style>${rules}</style>`);

export const paragraph = (text: string): MailPart => ({
  html: html`<p class="text" style="margin:0 0 16px;font:400 16px/1.6 ${look.font};color:${look.text}">${text}</p>`,
  text,
});

/** The call to action; each mail has one at most. */
export const button = (label: string, url: string): MailPart => ({
  html: html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>
<td class="action" bgcolor="${look.action}" style="border-radius:10px;background-color:${look.action}"><a class="on-action" href="${url}" style="display:inline-block;padding:14px 24px;font:600 16px/18px ${look.font};color:#ffffff;text-decoration:none">${label}</a></td>
</tr></table>`,
  text: `${label}: ${url}`,
});

/** A box of details. */
export const panel = (title: string, lines: readonly string[]): MailPart => ({
  html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>
<td class="sunken" bgcolor="${look.sunken}" style="padding:16px 20px;border-radius:12px;background-color:${look.sunken}">
<p class="muted" style="margin:0 0 4px;font:600 13px/1.5 ${look.font};color:${look.muted}">${title}</p>
${lines.map((line) => html`<p class="text" style="margin:0;font:400 15px/1.55 ${look.font};color:${look.text}">${line}</p>`)}
</td></tr></table>`,
  text: [`${title}:`, ...lines].join('\n'),
});

/** A box of links, each with a description. */
export const linkPanel = (title: string, links: readonly { label: string; url: string }[]): MailPart => ({
  html: html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px"><tr>
<td class="sunken" bgcolor="${look.sunken}" style="padding:16px 20px;border-radius:12px;background-color:${look.sunken}">
<p class="muted" style="margin:0 0 4px;font:600 13px/1.5 ${look.font};color:${look.muted}">${title}</p>
${links.map(({ label, url }) => html`<p style="margin:0;font:400 15px/1.7 ${look.font}"><a class="text" href="${url}" style="color:${look.text}">${label}</a></p>`)}
</td></tr></table>`,
  text: [`${title}:`, ...links.map(({ label, url }) => `${label}\n  ${url}`)].join('\n'),
});

/** Renders a mail: 600 px wide, readable in light and dark mode, and as plain text. */
export function renderMail(page: MailPage): { html: string; text: string } {
  return { html: inColours(htmlOf(page).markup, page.company.colours), text: textOf(page) };
}

/** Replaces colours within styles only, so that a colour named in a text is unchanged. Texts are escaped, so they can't end an attribute. */
const inColours = (markup: string, colours: MailCompany['colours']): string =>
  colours === undefined || colours.size === 0
    ? markup
    : markup.replaceAll(/(?:style|bgcolor)="[^"]*"|<style>[^<]*<\/style>/g, (style) =>
        style.replaceAll(/#[0-9a-f]{6}\b/g, (colour) => colours.get(colour) ?? colour),
      );

function textOf({ company, title, lead, parts, reason }: MailPage): string {
  const foot = [
    '-- ',
    company.name,
    company.address,
    `${formatPhone(company.phone)}  ${company.email}`,
    company.url,
    '',
    reason,
  ];
  return `${[title, lead, ...parts.map((part) => part.text), foot.join('\n')].join('\n\n')}\n`;
}

function htmlOf(page: MailPage): Html {
  return html`<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no"><title>${page.title}</title>${style}</head>
<body class="ground" style="margin:0;background-color:${look.ground}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${page.preheader}${new Html('&#847;&zwnj;&nbsp;'.repeat(60))}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" bgcolor="${look.ground}" style="background-color:${look.ground}"><tr><td class="frame" align="center" style="padding:32px 16px">
<table role="presentation" class="sheet surface" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;border:1px solid ${look.line};border-radius:18px;overflow:hidden;background-color:${look.surface}">
${headOf(page)}
<tr><td class="pad" style="padding:32px 40px 24px">${page.parts.map((part) => part.html)}</td></tr>
</table>
${footOf(page)}
</td></tr></table>
</body></html>`;
}

const iconAndName = ({
  name,
}: MailCompany): Html => html`<td style="padding-right:12px"><img src="cid:${markCid}" width="40" height="40" alt="" style="display:block;border:0;border-radius:11px"></td>
<td style="font:700 21px/1 ${look.headFont};letter-spacing:-.02em;color:${look.onInk}">${name}</td>`;

/** The logo gets a white background, because it is made for light backgrounds and the head of a mail is dark. */
const logoOf = ({ name }: MailCompany, width: number): Html =>
  html`<td bgcolor="#ffffff" style="padding:10px 14px;border-radius:11px;background-color:#ffffff"><img src="cid:${logoCid}" width="${String(width)}" alt="${name}" style="display:block;border:0;width:${String(width)}px;height:auto;font:700 21px/1.2 ${look.headFont};color:${look.ink}"></td>`;

const headOf = ({
  company,
  title,
  lead,
}: MailPage): Html => html`<tr><td class="ink pad" bgcolor="${look.ink}" style="padding:28px 40px 32px;background-color:${look.ink}">
<table role="presentation" cellpadding="0" cellspacing="0"><tr>
${company.logoWidth === undefined ? iconAndName(company) : logoOf(company, company.logoWidth)}
</tr></table>
<h1 class="title" style="margin:28px 0 0;font:700 31px/1.15 ${look.headFont};letter-spacing:-.022em;color:${look.onInk}">${title}</h1>
<p style="margin:12px 0 0;font:400 17px/1.5 ${look.font};color:${look.onInkMuted}">${lead}</p>
</td></tr>`;

const footOf = ({
  company,
  reason,
}: MailPage): Html => html`<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px"><tr><td class="pad" style="padding:24px 40px 0">
<p class="muted" style="margin:0;font:400 13px/1.6 ${look.font};color:${look.muted}"><strong style="font-weight:600">${company.name}</strong><br>${company.address}<br>${formatPhone(company.phone)} &nbsp;·&nbsp; <a class="muted" href="mailto:${company.email}" style="color:${look.muted}">${company.email}</a> &nbsp;·&nbsp; <a class="muted" href="${company.url}" style="color:${look.muted}">${company.url.replace(/^https?:\/\//, '')}</a></p>
<p class="muted" style="margin:12px 0 24px;font:400 13px/1.6 ${look.font};color:${look.muted}">${reason}</p>
</td></tr></table>`;
