import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** Never written, wherever in a logged object these stand (one level down). */
const secrets = ['password', 'token', 'access_token', 'refresh_token', 'cardNumber', 'cvc', 'authorization', 'cookie'];

interface LoggedRequest {
  method: string;
  url: string;
  ip: string;
}

/**
 * The process's log: one JSON object a line on standard output (or `to`). Keys and tokens in addresses are taken out, and
 * whatever passes for a card number is masked to its last four digits, wherever it stands.
 */
export function openLog(level: string, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime, // digits alone could look like a card number
      redact: { paths: [...secrets, ...secrets.map((name) => `*.${name}`)], censor: '[hidden]' },
      serializers: {
        err: stdSerializers.err,
        req: ({ method, url, ip }: LoggedRequest) => ({ method, url: withoutKeys(url), ip }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
      hooks: { streamWrite: withoutCards },
    },
    to ?? pino.destination(1),
  );
}

/** Takes the values of `?key=` (guests' order links) and `?t=` (mailed links) out of an address. */
export const withoutKeys = (url: string): string => url.replace(/([?&](?:key|t)=)[^&]*/g, '$1[hidden]');

/**
 * Runs of 13 to 19 digits (ISO/IEC 7812), or such digits in the groups that cards print. The first digit of payment cards
 * is 2 to 6, which leaves times in milliseconds alone.
 */
const likeCard =
  /(?<![\w.])[2-6](?:\d{12,18}|\d{3}(?:(?:[ +-]|%20)\d{4}){2}(?:[ +-]|%20)\d{1,7}|\d{3}(?:[ +-]|%20)\d{6}(?:[ +-]|%20)\d{5})(?!\w)/g;

/** Masks card numbers in a line of text; digits that fail Luhn's check are left as they are. */
export function withoutCards(line: string): string {
  return line.replace(likeCard, (match, at: number) => {
    const digits = match.replaceAll('%20', '').replace(/\D/g, '');
    if (!holdsLuhn(digits)) return match;
    const bare = line[at - 1] === ':' && line[at - 2] === '"'; // a JSON number: quotes keep the line readable
    const masked = `[card ${digits.slice(-4)}]`;
    return bare ? `"${masked}"` : masked;
  });
}

function holdsLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
