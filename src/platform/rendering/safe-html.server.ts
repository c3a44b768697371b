import markdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

const markdown = markdownIt({ html: false, linkify: true, typographer: false });

const allowedTags =
  'p br hr strong b em i u s sub sup small code pre blockquote h2 h3 h4 h5 h6 ul ol li dl dt dd a span div table caption thead tbody tfoot tr th td'.split(
    ' ',
  );

const options: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // The page already has an h1.
  transformTags: { h1: 'h2', a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
};

/** HTML without scripts, styles and pictures; links lead to the web, to mail addresses and phones only. */
export const sanitisedHtml = (html: string): string => sanitizeHtml(html, options);

/** Sanitised HTML of a Markdown text: headings from level 2, lists, tables and links. */
export const htmlOfMarkdown = (text: string): string => sanitisedHtml(markdown.render(text));

/** Like `markdown`, but it accepts links that `markdown` refuses. */
const anyLink = markdownIt({ html: false, linkify: false });
anyLink.validateLink = () => true;

/** The addresses of a Markdown text's links to the web, among the links that are shown. */
export const webLinksInMarkdown = (text: string): string[] =>
  hrefsIn(markdown, text).filter((href) => /^https?:\/\//.test(href));

/** The addresses of all of a Markdown text's links, including those that are not shown as links because browsers would run them. */
export const linksInMarkdown = (text: string): string[] => hrefsIn(anyLink, text);

const hrefsIn = (reader: typeof markdown, text: string): string[] =>
  reader
    .parse(text, {})
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => (token.type === 'link_open' ? [String(token.attrGet('href') ?? '')] : []));
