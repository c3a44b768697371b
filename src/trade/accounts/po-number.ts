/** An account's rule for the purchase order numbers of its orders. */
export interface PoRule {
  poRule: 'none' | 'required' | 'pattern';
  /** In a pattern, 9 stands for a digit, A for a letter, and # for either; every other character for itself. Case makes no difference. */
  poPattern: string;
}

/** What is wrong with a PO number under an account's rule; undefined if nothing is. */
export function poNumberFault({ poRule, poPattern }: PoRule, poNumber: string): string | undefined {
  if (poRule === 'none') return undefined;
  if (poNumber === '') return 'A PO number is required.';
  return poRule === 'required' || fits(poNumber, poPattern) ? undefined : `The PO number must look like ${poPattern}.`;
}

/** A PO number with one plain space where a copied one has several, or other blanks, which nobody can tell apart. */
export const withSingleSpaces = (poNumber: string): string => poNumber.replace(/\s+/g, ' ');

const kinds: Record<string, RegExp> = { '9': /^\d$/, A: /^[a-z]$/i, '#': /^[a-z\d]$/i };

function fits(poNumber: string, pattern: string): boolean {
  const characters = [...poNumber];
  const places = [...pattern];
  return (
    characters.length === places.length &&
    places.every((place, i) => {
      const character = characters[i] ?? '';
      return kinds[place]?.test(character) ?? character.toLowerCase() === place.toLowerCase();
    })
  );
}
