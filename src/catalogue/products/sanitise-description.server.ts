import sanitizeHtml from 'sanitize-html';

/** The tags that the description's editor can create (specification, section 2). */
const allowedTags = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'a', 'blockquote'];

/** Removes everything that the description's editor can't create. Links may only be web, e-mail and phone addresses. */
export const sanitiseDescription = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  }).trim();
