import { wordsOf } from '#lib/text/search-words.ts';
import { type State, stateNames } from './full-address.ts';

/** Search words of an address: lower case, without accents, `O'Connor` as one word. */
export const addressWords = (text: string): string[] => wordsOf(text.replace(/['’`]/g, ''));

const isState = (text: string): text is State => Object.hasOwn(stateNames, text);

/** A state's abbreviation and full name as search words; empty for other territories. */
export const stateWords = (state: string): string[] =>
  isState(state) ? addressWords(`${state} ${stateNames[state]}`) : [];

/**
 * Street types with their abbreviations. A prefix of the type matches even if it is not listed here.
 */
const typeAbbreviations: Record<string, readonly string[]> = {
  alley: ['ally', 'aly'],
  avenue: ['av', 'ave'],
  boulevard: ['blvd', 'bvd', 'boulevarde', 'bde'],
  bypass: ['bypa'],
  circle: ['cir'],
  circuit: ['cct', 'crct', 'cir'],
  close: ['cl'],
  corner: ['cnr'],
  court: ['ct', 'crt'],
  crescent: ['cr', 'cres'],
  drive: ['dr', 'drv'],
  esplanade: ['esp'],
  expressway: ['exp', 'expwy'],
  freeway: ['fwy'],
  gardens: ['gdns'],
  grove: ['gr', 'gve', 'grv'],
  heights: ['hts', 'hgts'],
  highway: ['hwy'],
  junction: ['jct', 'jnc'],
  lane: ['ln'],
  lookout: ['lkt'],
  loop: ['lp'],
  mall: ['ml'],
  mews: ['mws'],
  motorway: ['mwy'],
  outlook: ['otlk'],
  parade: ['pde', 'prde'],
  parkway: ['pwy', 'pkwy', 'pky'],
  place: ['pl'],
  plaza: ['plz', 'plza'],
  promenade: ['prom'],
  quay: ['qy'],
  ridge: ['rdge'],
  road: ['rd'],
  rise: ['ri'],
  square: ['sq'],
  street: ['st', 'str'],
  terrace: ['tce', 'tr'],
  track: ['trk', 'tr'],
  trail: ['trl', 'tr'],
  view: ['vw'],
  walk: ['wk', 'wlk'],
  way: ['wy'],
};

/** Other abbreviated words, in names of streets and places. */
const nameAbbreviations: Record<string, readonly string[]> = {
  east: ['e'],
  fort: ['ft'],
  lower: ['lwr'],
  mount: ['mt'],
  north: ['n', 'nth'],
  point: ['pt'],
  port: ['pt'],
  saint: ['st'],
  south: ['s', 'sth'],
  st: ['saint'],
  upper: ['upr'],
  west: ['w', 'wst'],
};

const expansions: Record<string, string[]> = {};
for (const [full, short] of [...Object.entries(typeAbbreviations), ...Object.entries(nameAbbreviations)])
  for (const one of short) (expansions[one] ??= []).push(full);

const streetTypes = new Set([...Object.keys(typeAbbreviations), ...Object.values(typeAbbreviations).flat()]);

/**
 * The meanings of a typed word: `rd` is `rd` or `road`. Each is matched as a prefix of a word of the address.
 */
export const meaningsOf = (word: string): string[] => [
  word,
  ...(Object.hasOwn(expansions, word) ? (expansions[word] ?? []) : []).filter((full) => !full.startsWith(word)),
];

/** The meanings of a word that begins a street's name, where `st` is saint, not street. */
export const firstMeaningsOf = (word: string): string[] =>
  meaningsOf(word).filter((one) => !streetTypes.has(one) || one === word);

const stateSet = new Set(Object.keys(stateNames).flatMap(stateWords));

/** Whether a word says little about an address: a street type, a state, or a number such as a post code. */
export const isCommon = (word: string): boolean => streetTypes.has(word) || stateSet.has(word) || /^\d+$/.test(word);
