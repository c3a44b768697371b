import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';
import { isCardNumber } from '#lib/text/card-number.ts';
import { traceForLog } from './trace.server.ts';

/** Keys whose values are never logged, in a logged object or one level below it. */
const secrets = ['password', 'token', 'access_token', 'refresh_token', 'cardNumber', 'cvc', 'authorization', 'cookie'];
const hidden = '[hidden]';

/** An object without the values of its secret keys; the same object if it has none. */
function hideSecrets<T extends object>(object: T): T {
  if (!secrets.some((name) => Object.hasOwn(object, name))) return object;
  return { ...object, ...Object.fromEntries(secrets.filter((name) => name in object).map((name) => [name, hidden])) };
}

/** Hides the secrets one level below a logged object. `redact` could do that too, but would take a third of the time for a line. */
function withoutSecrets(logged: Record<string, unknown>): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key in logged) {
    const value = logged[key];
    if (typeof value !== 'object' || value === null || key === 'err') continue; // its serializer hides them
    const shown = hideSecrets(value);
    if (shown !== value) copy = { ...(copy ?? logged), [key]: shown };
  }
  return copy ?? logged;
}

/**
 * The process's log: a line with a JSON object for each entry, on standard output or to `to`, with the id of the request that the
 * work belongs to. Keys and tokens in addresses and e-mails are removed, and whatever looks like a card number is masked to its last
 * four digits.
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime, // digits alone could look like a card number
      redact: { paths: secrets, censor: hidden },
      formatters: { log: withoutSecrets },
      serializers: {
        err: (error: Error | null) => error && hideSecrets(stdSerializers.err(error)),
        req: ({ method, url }: { method: string; url: string }) => ({ method, url: withoutQuery(url) }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
      mixin: traceForLog,
      hooks: { streamWrite: (line) => withoutCards(withoutEmails(withoutKeys(line))) },
    },
    to ?? pino.destination(1),
  );
}

const secretNames = 'key|q|t|token|access_token|refresh_token|password|UserName|RefreshToken';
const inAddress = new RegExp(`([?&](?:${secretNames})=)[^&#\\s"\\\\]*`, 'gi');
/**
 * Matches the same secrets in an address that is the value of a parameter, such as
 * `?return-url=%2Fshopping%2Forder%2F1%3Fkey%3Dabc`.
 */
const inValue = new RegExp(`(%(?:25)*(?:3F|26)(?:${secretNames})%(?:25)*3D)(?:(?!%(?:25)*26)[^&#\\s"\\\\])*`, 'gi');

/** An address that contains the e-mail of an account. */
const ofPerson = /(\/v1\/core\/accounts\/)[^/?\s"]+(?=\/password\/)/g;

/**
 * Removes secrets from the addresses in a text: the values of `?key=` (guests' order links), `?t=` (mailed links), `?q=` (input of an
 * address field), passwords and tokens sent by mistake, and e-mails of accounts. Errors of the framework quote addresses, too.
 */
export function withoutKeys(text: string): string {
  let rest = text; // nearly all texts have none of the characters that are looked for first
  if (rest.includes('=')) rest = rest.replace(inAddress, '$1[hidden]');
  if (rest.includes('%')) rest = rest.replace(inValue, '$1[hidden]');
  if (rest.includes('/password/')) rest = rest.replace(ofPerson, '$1[hidden]');
  return rest;
}

/** An e-mail address, perhaps percent-encoded. The local part is limited, so that a long line takes time in proportion to its length. */
const email =
  /(?:[\p{L}\p{N}_.!#$'*+^`{|}~-]|%(?:25)*[\da-f]{2}){1,128}?(?:@|%(?:25)*40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/giu;
const at = /%(?:25)*40/;

/** Masks e-mail addresses, such as those that errors of the database quote. */
export const withoutEmails = (line: string): string =>
  line.includes('@') || (line.includes('%') && at.test(line)) ? line.replace(email, '[e-mail]') : line;

/** A request's address for the log, without its query, which may contain personal data. */
export function withoutQuery(url = ''): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;

/** Whether a part of a path looks like a token: a long run without hyphens, or letters of both cases with digits. */
function isLikeToken(part: string): boolean {
  if (part.length < 20) return false;
  const rest = part.replace(uuids, '');
  return (
    /[a-z\d_]{24}/i.test(rest) || (rest.length >= 20 && /[a-z]/.test(rest) && /[A-Z]/.test(rest) && /\d/.test(rest))
  );
}

/** The path of a request for the log: anybody can put a token into an address that no page has. */
export function loggedPath(url?: string): string {
  const path = withoutQuery(url);
  if (!/[^/]{20}/.test(path)) return path; // nearly all paths
  return path
    .split('/')
    .map((part) => (isLikeToken(part) ? '[hidden]' : part))
    .join('/');
}

/** Separators between the groups of a card number, which may be percent-encoded, once or several times. */
const gap =
  /(?:[ +._\u00a0\u2010-\u2015-]|%(?:25)*(?:20|2B|2D|2E|5F|09|C2%(?:25)*A0|E2%(?:25)*80%(?:25)*9[0-5])){1,3}/gi;

/**
 * A run of at least 13 digits, with or without separators. Ids and percent-escapes are matched as well, but only to skip them, because
 * their digits are not part of a number.
 */
const likeCard = new RegExp(
  `[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}|(?:(?<!\\d)|(?<=%[\\da-f]{2}))\\d(?:(?:${gap.source})?\\d){12,}|%(?:25)*[\\da-f]{2}`,
  'gi',
);

/** A quick test before `likeCard`: a line without such digits has no card number, unless one is percent-encoded. */
const digitsOfCard = /\d(?:[ +._\u00a0\u2010-\u2015-]{0,3}\d){12}/;

/** Masks card numbers in a line of text; digits that fail Luhn's check are unchanged. */
export function withoutCards(line: string): string {
  if (!line.includes('%') && !digitsOfCard.test(line)) return line;
  return line.replace(likeCard, (match, at: number) => {
    if (!/^\d/.test(match) || /^[\da-f]{8}-[\da-f]{4}-/i.test(match)) return match;
    const masked = maskedCards(match);
    const isBare = masked.startsWith('[') && line[at - 1] === ':' && line[at - 2] === '"'; // a JSON number
    return isBare ? `"${masked}"` : masked; // quotes keep the line readable
  });
}

interface Group {
  digits: string;
  from: number;
}

/** Masks the card numbers in a run of digits. A card number consists of whole groups, but may begin at any digit of an over-long group. */
function maskedCards(run: string): string {
  const groups = groupsOf(run);
  let written = '';
  let done = 0;
  for (const [i, { digits, from }] of groups.entries()) {
    if (from < done) continue;
    const card = digits.length > longest ? cardWithin(digits, from) : cardFromGroup(run, groups, i);
    if (!card) continue;
    written += `${run.slice(done, card.from)}[card ${card.digits.slice(-4)}]`;
    done = card.to;
  }
  return written + run.slice(done);
}

const longest = 19; // ISO/IEC 7812

function groupsOf(run: string): Group[] {
  const groups: Group[] = [];
  let from = 0;
  for (const { 0: between, index } of run.matchAll(gap)) {
    groups.push({ digits: run.slice(from, index), from });
    from = index + between.length;
  }
  return [...groups, { digits: run.slice(from), from }];
}

type Card = Group & { to: number };

/** The longest card number that consists of this group and those after it. */
function cardFromGroup(run: string, groups: readonly Group[], first: number): Card | undefined {
  const from = groups[first]?.from ?? 0;
  const isFraction = run[from - 1] === '.'; // the decimals of a number, unless the group is one of several
  let digits = '';
  let card: Card | undefined;
  for (const [place, group] of groups.slice(first, first + longest).entries()) {
    digits += group.digits;
    if (digits.length > longest) break;
    if (isCard(digits) && !(isFraction && place === 0)) card = { digits, from, to: group.from + group.digits.length };
  }
  return card;
}

function cardWithin(digits: string, from: number): Card | undefined {
  for (let i = 0; i < digits.length; i++) {
    for (const length of [16, 15, 14]) {
      const part = digits.slice(i, i + length);
      if (part.length === length && isCard(part)) return { digits: part, from: from + i, to: from + i + length };
    }
  }
  return undefined;
}

/** Payment card numbers have 13 digits or more and begin with 2 to 6, unlike times in milliseconds. */
const isCard = (digits: string): boolean => /^[2-6]\d{12}/.test(digits) && isCardNumber(digits);
