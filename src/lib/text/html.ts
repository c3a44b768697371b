/** Markup that is safe to insert into a page or mail: `html` has escaped every text in it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Piece = Html | string | number | false | null | undefined | readonly Piece[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for element content and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** html`<p>${name}</p>`: escapes inserted values, except `Html`; lists are joined; null, undefined and false insert nothing. */
export const html = (literals: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(literals.map((literal, place) => literal + markupOf(pieces[place])).join(''));

function markupOf(piece: Piece): string {
  if (piece === undefined || piece === null || piece === false) return '';
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return piece.map(markupOf).join('');
}
