import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { email, optionalPhone, text } from '#lib/api/wire.ts';
import { countWords, maxNameLength, maxWords, sentences } from './sentences.ts';

const maxMessageLength = 10_000; // characters: enough for 500 long words, but not for a pasted file

const message = text({
  required: 'Message is required.',
  max: maxMessageLength,
  long: sentences.tooManyWords,
  isMultiline: true,
}).refine((value) => countWords(value) <= maxWords, { error: sentences.tooManyWords });

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
    max: maxNameLength,
    short: 'Name must have at least 2 characters.',
    long: 'Name is too long.',
  }),
  email: email('Email address is required.'),
  phone: optionalPhone(),
  mobile: optionalPhone({ isMobile: true }),
  message,
});

/** Honeypots: `website` is a field that people can't see; `elapsed` is how many milliseconds the form was open. */
const honeypots = z.object({
  website: z.string().max(2_000).nullish(),
  elapsed: z.number().nonnegative().nullish(),
});

export const enquiry = enquiryFields.extend(honeypots.shape);
export type Enquiry = z.output<typeof enquiry>;

export const sendEnquiry = endpoint('POST', '/v1/contact-us/send', {
  access: 'visitor',
  summary: 'Sends an enquiry to the company; both sides get an e-mail.',
  body: enquiry,
  reply: z.object({ message: z.string() }),
  rate: 'send',
});
