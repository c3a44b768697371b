import { isDay } from '#lib/day.ts';
import { joinPath, readPaths, splitAt, unescaped } from '#catalogue/products/category-path.ts';
import {
  documentKinds,
  type DocumentKind,
  documentSentences,
  documentKindNames,
  mostDocuments,
} from '#catalogue/products/documents/contract.ts';
import {
  mostComplements,
  type ProductFact,
  productFact,
  productFacts,
} from '#catalogue/products/facts-and-complements.ts';
import type { CatalogueDocument, ImageOption } from '#catalogue/products/catalogue-product.ts';

type AddFault = (message: string) => void;

/** Reads `Dilution: 1:100 mop; pH: 7`. The first colon ends the name; a `;` in a value is escaped with a `\`. */
export function readFacts(cell: string | undefined, addFault: AddFault): ProductFact[] | undefined {
  if (cell === undefined) return undefined;
  const facts = splitAt(cell, ';').map((text) => {
    const [name = '', value = ''] = unescaped(text).split(/:(.*)/s);
    return { name: name.trim(), value: value.trim() };
  });
  for (const fact of facts) {
    const [issue] = productFact.safeParse(fact).error?.issues ?? [];
    if (issue) addFault(`'${[fact.name, fact.value].join(': ').slice(0, 30)}': ${issue.message}`);
  }
  const [issueOfList] = facts.length > 0 ? (productFacts.safeParse(facts).error?.issues ?? []) : [];
  if (issueOfList?.path.length === 0) addFault(issueOfList.message);
  return facts;
}

export const factsCell = (facts: readonly ProductFact[]): string =>
  facts.map(({ name, value }) => escaped(`${name}: ${value}`)).join('; ');

const escaped = (text: string): string => text.replace(/[\\;]/g, '\\$&');

const kindOf = (word: string): DocumentKind | undefined =>
  documentKinds.find((kind) =>
    [kind, documentKindNames[kind]].some((name) => name.toLowerCase() === word.toLowerCase()),
  );

/** Reads `Safety data sheet > Title > 2026-03-04 > file.pdf; Chart > Wall chart > chart.pdf`. Only safety data sheets need a date. */
export function readDocuments(cell: string | undefined, addFault: AddFault): CatalogueDocument[] | undefined {
  if (cell === undefined) return undefined;
  const documents = readPaths(cell).flatMap((parts) => {
    const [kindWord = '', title = '', ...rest] = parts;
    const name = rest.at(-1) ?? '';
    const issuedOn = rest.length > 1 ? (rest[0] ?? '') : null;
    const kind = kindOf(kindWord);
    if (kind === undefined) addFault(`'${kindWord}' is not one of: ${Object.values(documentKindNames).join(', ')}.`);
    if (rest.length < 1 || rest.length > 2)
      addFault(`'${joinPath(parts)}' must have the form kind > title > date > file.`);
    if (issuedOn !== null && !isDay(issuedOn)) addFault(`'${issuedOn}' is not a date such as 2026-03-04.`);
    if (kind === 'safetyDataSheet' && issuedOn === null) addFault(documentSentences.undated);
    if ([...title].length > 100) addFault('Title is too long.');
    if (/[/\\]|^\.\.?$/.test(name) || [...name].length > 255)
      addFault(`'${name.slice(0, 40)}' is not a plain file name.`);
    return kind === undefined
      ? []
      : [{ kind, title, issuedOn: issuedOn !== null && isDay(issuedOn) ? issuedOn : null, name }];
  });
  if (documents.length > mostDocuments) addFault(documentSentences.tooMany);
  if (documents.filter(({ kind }) => kind === 'safetyDataSheet').length > 1) addFault(documentSentences.oneSheet);
  const names = documents.map(({ name }) => name);
  if (new Set(names).size < names.length) addFault(documentSentences.twice);
  return documents;
}

export const documentsCell = (documents: readonly CatalogueDocument[]): string =>
  documents
    .map(({ kind, title, issuedOn, name }) =>
      joinPath([documentKindNames[kind], title, ...(issuedOn ? [issuedOn] : []), name]),
    )
    .join('; ');

/** Reads urls of products, separated by `;`. */
export function readGoesWith(cell: string | undefined, url: string, addFault: AddFault): string[] | undefined {
  if (cell === undefined) return undefined;
  const urls = [...new Set(cell.split(';').map((one) => one.trim().toLowerCase()))].filter((one) => one !== '');
  if (urls.length > mostComplements) addFault(`At most ${mostComplements} products.`);
  if (urls.includes(url)) addFault('A product cannot be paired with itself.');
  return urls;
}

/** Reads `drum.webp > 200 L; blue.webp > Blue`, the options that pictures show. */
export function readImageOptions(cell: string | undefined, addFault: AddFault): ImageOption[] | undefined {
  if (cell === undefined) return undefined;
  return readPaths(cell).flatMap((parts) => {
    const [name, option] = parts;
    if (parts.length !== 2 || name === undefined || option === undefined) {
      addFault(`'${joinPath(parts)}' must have the form file > option.`);
      return [];
    }
    return [{ name, option }];
  });
}

export const imageOptionsCell = (options: readonly ImageOption[]): string =>
  options.map(({ name, option }) => joinPath([name, option])).join('; ');
