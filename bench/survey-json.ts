import { type BenchField, type BenchRule, benchFields, labelOf, mask, nameOf, options } from './big-form.ts';

/** A rule in SurveyJS's language. */
function expression({ of, kind }: BenchRule): string {
  const name = `{${nameOf(of)}}`;
  const texts = {
    truth: `${name} = true`,
    choice: `${name} = 'b' or ${name} = 'c'`,
    multi: `${name} contains 'b'`,
    number: `${name} > 10 and ${name} <= 50`,
    filled: `${name} notempty`,
  };
  return texts[kind];
}

const parts = ['unitNumber', 'streetNumber', 'streetName', 'city', 'state', 'postCode'];
const pattern = (text: string) => ({ type: 'text', maskType: 'pattern', maskSettings: { pattern: text } });

/** What SurveyJS has for each of our types. */
const elements: Partial<Record<number, object>> = {
  0: { type: 'text', maxLength: 100 },
  1: { type: 'comment' },
  2: { type: 'dropdown', choices: options },
  3: { type: 'tagbox', choices: options, showSelectAllItem: true },
  4: { type: 'radiogroup', choices: options, colCount: 0 },
  5: { type: 'radiogroup', choices: options, colCount: 1 },
  6: { type: 'boolean', renderAs: 'radio' },
  7: { type: 'boolean', renderAs: 'checkbox' },
  8: { type: 'file', allowMultiple: true },
  9: { type: 'file', allowMultiple: true, acceptedTypes: 'image/*' },
  10: { type: 'text', inputType: 'date' },
  11: { type: 'text', inputType: 'number', min: 0, max: 1_000 },
  12: pattern(mask),
  13: { type: 'text', maskType: 'currency', maskSettings: { prefix: '$' } },
  14: pattern('0499 999 999'),
  15: { type: 'text', inputType: 'email' },
  20: { type: 'multipletext', items: parts.map((name) => ({ name })) },
  36: { type: 'signaturepad' },
};

function elementOf(field: BenchField): object {
  const { number, type, visible, required } = field;
  return {
    ...(elements[type] ?? { type: 'html', html: `<p>Text ${number}</p>` }),
    name: nameOf(number),
    title: labelOf(field),
    startWithNewLine: number % 2 === 0,
    ...(visible && { visibleIf: expression(visible) }),
    ...(required === 'always' && { isRequired: true }),
    ...(typeof required === 'object' && { requiredIf: expression(required) }),
  };
}

/** The same fields and rules as `bigForm`, on one page. */
export const bigSurvey = (): object => ({
  showQuestionNumbers: false,
  textUpdateMode: 'onTyping', // rules follow each letter, as ours do
  pages: [{ name: 'all', elements: benchFields().map(elementOf) }],
});
