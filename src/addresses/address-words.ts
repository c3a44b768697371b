import { wordsOf } from '#lib/text/search-words.ts';
import { type State, stateNames } from './full-address.ts';

/** Words as addresses are searched by: lower case, without accents, `O'Connor` one word. */
export const addressWords = (text: string): string[] => wordsOf(text.replace(/['’`]/g, ''));

const isState = (text: string): text is State => Object.hasOwn(stateNames, text);

/** A state by both its names; other territories have none. */
export const stateWords = (state: string): string[] =>
  isState(state) ? addressWords(`${state} ${stateNames[state]}`) : [];

/** Types of streets with what people write for them; beginnings (`cres`, `dr`) are found without being listed. */
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

/** Other words that are written short, in names of streets and places alike. */
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

const written: Record<string, string[]> = {};
for (const [full, short] of [...Object.entries(typeAbbreviations), ...Object.entries(nameAbbreviations)])
  for (const one of short) (written[one] ??= []).push(full);

const types = new Set([...Object.keys(typeAbbreviations), ...Object.values(typeAbbreviations).flat()]);

/** What a typed word may stand for, itself first: `rd` is `rd` or `road`. Each is a beginning of a word of the address. */
export const meaningsOf = (word: string): string[] => [
  word,
  ...(Object.hasOwn(written, word) ? (written[word] ?? []) : []).filter((full) => !full.startsWith(word)),
];

/** What the first word of a street's name may stand for: `mt` is `mount`, while `st` there is a saint. */
export const firstMeaningsOf = (word: string): string[] =>
  meaningsOf(word).filter((one) => !types.has(one) || one === word);

const stateSet = new Set(Object.keys(stateNames).flatMap(stateWords));

/** Whether a word tells little of one address among others: types of streets, states, post codes. */
export const isCommon = (word: string): boolean => types.has(word) || stateSet.has(word) || /^\d+$/.test(word);
