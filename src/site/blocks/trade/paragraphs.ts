/** The paragraphs of a text, which have blank lines between them. */
export const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).filter(Boolean);
