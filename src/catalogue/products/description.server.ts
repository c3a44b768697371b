import sanitizeHtml from 'sanitize-html';

/** The tags that the description editor's toolbar can make (specification, section 2). */
const allowedTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'a', 'blockquote'];

/** Keeps of a long description what its editor can make; links lead to the web, mail or telephone only. */
export const sanitiseDescription = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  }).trim();
