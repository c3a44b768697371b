import sanitizeHtml from 'sanitize-html';

/** The tags that the description editor's toolbar can make (specification, section 2). */
const allowedTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'a', 'blockquote'];

/**
 * Removes from a long description everything that its editor can't make; links may lead to the web, mail or telephone
 * only.
 */
export const sanitiseDescription = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  }).trim();
