import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { email, optionalPhone, text } from '#lib/api/wire.ts';
import { countWords, longestName, mostWords, sentences } from './sentences.ts';

const longestMessage = 10_000; // letters: 500 long words fit, a file pasted in does not

const message = text({
  required: 'Message is required.',
  max: longestMessage,
  long: sentences.tooManyWords,
  isMultiline: true,
}).refine((value) => countWords(value) <= mostWords, { error: sentences.tooManyWords });

export const enquiryFields = z.object({
  company: text({
    required: 'Company Name is required.',
    min: 2,
    max: 50,
    short: 'Company Name must have at least 2 characters.',
    long: 'Company Name is too long.',
  }),
  name: text({
    required: 'Name is required.',
    min: 2,
    max: longestName,
    short: 'Name must have at least 2 characters.',
    long: 'Name is too long.',
  }),
  email: email('Email address is required.'),
  phone: optionalPhone(),
  mobile: optionalPhone({ isMobile: true }),
  message,
});

/**
 * Traps for programs that fill every form. `website` is a field that nobody sees; `elapsed` is how many milliseconds the
 * form was open, which only our page tells.
 */
const traps = z.object({
  website: z.string().max(2_000).nullish(),
  elapsed: z.number().nonnegative().nullish(),
});

export const enquiry = enquiryFields.extend(traps.shape);
export type Enquiry = z.output<typeof enquiry>;

export const sendEnquiry = endpoint('POST', '/v1/contact-us/send', {
  access: 'visitor',
  summary: 'Writes to the company; both sides are mailed.',
  body: enquiry,
  reply: z.object({ message: z.string() }),
  rate: 'send',
});
