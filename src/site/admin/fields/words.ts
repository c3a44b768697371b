import type { BlockKind } from '../../content/block-shapes.ts';

/** The name of each kind of block, and a sentence that says when to use it. */
export const blockWords: Record<BlockKind, { label: string; about: string }> = {
  hero: { label: 'Hero', about: 'The top of a page: its title, a lead, buttons and a picture.' },
  text: { label: 'Text', about: 'A title and paragraphs, lists and links.' },
  cards: { label: 'Cards', about: 'Several things side by side, with a picture or a link each.' },
  steps: { label: 'Steps', about: 'What happens one after the other.' },
  list: { label: 'List', about: 'Short lines on a tinted ground.' },
  checklist: { label: 'Checklist', about: 'Long lists of points, in groups.' },
  table: { label: 'Table', about: 'How often each task is done.' },
  figures: { label: 'Figures', about: 'A row of numbers or short facts.' },
  quotation: { label: 'Quotation', about: 'What somebody says, with name and picture.' },
  pictures: { label: 'Pictures', about: 'Pictures with captions.' },
  colours: { label: 'Colours', about: 'What colours stand for, of cloths for example.' },
  scope: { label: 'Scope', about: 'The areas of a service with the tasks in each.' },
  services: { label: 'Services', about: 'Your services, all or some, with links to their pages.' },
  positions: {
    label: 'Positions',
    about: 'The open positions, each with a button to apply or, if it has no form, to contact you.',
  },
  questions: { label: 'Questions', about: 'Questions with answers: those of the site, or the block’s own.' },
  partners: { label: 'Partners', about: 'A row of the companies that you work with.' },
  products: { label: 'Products', about: 'Categories of the shop, or products of one of them.' },
  form: { label: 'Form', about: 'Leads to one of your forms.' },
  contact: { label: 'Contact', about: 'How to reach the company, from the settings.' },
  enquiry: {
    label: 'Enquiry form',
    about: 'The form to write to you, beside the ways to reach you. Once on a page.',
  },
  thanks: { label: 'Thank you', about: 'Where a form leads once it is sent: thanks, and what happens next.' },
  callToAction: { label: 'Call to action', about: 'A band with one button, at the end of a page.' },
  areas: { label: 'Areas', about: 'Where you work, with names on a map.' },
  columns: { label: 'Two columns', about: 'Blocks side by side.' },
  browserStorage: {
    label: 'Browser storage',
    about: 'What the site stores in a reader’s browser, for the privacy policy.',
  },
};

/** A field's label, and a hint below it. */
interface Words {
  label: string;
  hint?: string;
  /** What an item of a list is called: `Add card`. */
  item?: string;
}

/** Words of fields by the end of their paths; a longer end takes precedence: `hero.title` before `title`. */
const fieldWords: Record<string, Words> = {
  title: { label: 'Title' },
  name: { label: 'Name' },
  label: { label: 'Words of the link' },
  to: { label: 'Leads to' },
  isQuiet: { label: 'Less prominent' },
  intro: { label: 'Introduction', hint: 'A sentence or two below the title.' },
  lead: { label: 'Lead', hint: 'A sentence or two below the title.' },
  text: { label: 'Text' },
  body: { label: 'Text' },
  link: { label: 'Link below it' },
  look: { label: 'Look' },
  picture: { label: 'Picture' },
  items: { label: 'Items', item: 'item' },
  hasPhone: { label: 'Show the phone number' },
  isHidden: { label: 'Hidden', hint: 'Visitors do not see it.' },
  anchor: { label: 'Name in links', hint: 'Lets links lead to this block: “questions” in /faqs/#questions.' },
  shortTitle: { label: 'Title in the list of contents', hint: 'Leave empty to leave it out of that list.' },
  ground: { label: 'Ground', hint: 'Behind a cut-out picture.' },
  colour: { label: 'Colour' },
  when: { label: 'When' },
  note: { label: 'Note' },
  'note.lead': { label: 'Emphasised words' },
  caption: { label: 'Caption' },
  columns: { label: 'Columns', item: 'column' },
  'columns.left': { label: 'Left', item: 'block' },
  'columns.right': { label: 'Right', item: 'block' },
  rows: { label: 'Rows', item: 'row' },
  'rows.title': { label: 'Task' },
  cells: { label: 'Cells', hint: '• for yes, words, or empty.', item: 'cell' },
  role: { label: 'Role' },
  emphasis: { label: 'Last words in colour' },
  hidesPictureOnPhones: { label: 'Leave the picture out on phones' },
  actions: { label: 'Buttons', item: 'button' },
  'actions.label': { label: 'Words of the button' },
  'action.label': { label: 'Words of the button' },
  action: { label: 'Button' },
  'form.action': { label: 'Words of the button' },
  'form.form': { label: 'Form' },
  'hero.picture': { label: 'Picture', hint: 'Not shown with the look “Without a picture”.' },
  report: {
    label: 'Example of a visit report',
    hint: 'A small card on the picture that shows what a customer receives after a visit. Only with the look “Wide, as on the home page”.',
  },
  score: { label: 'Score' },
  at: { label: 'Time' },
  value: { label: 'Figure' },
  areas: { label: 'Areas', item: 'area' },
  tag: { label: 'Tag' },
  tone: { label: 'Colour of the tag' },
  often: { label: 'How often' },
  tasks: { label: 'Tasks', item: 'task' },
  groups: { label: 'Groups', item: 'group' },
  points: { label: 'Points', item: 'point' },
  question: { label: 'Question' },
  answer: { label: 'Answer', hint: 'An empty line begins a new paragraph.' },
  hasSearch: { label: 'With a search' },
  isMarkedUp: { label: 'Search engines may show them' },
  'questions.items': {
    label: 'Own questions',
    hint: 'Leave empty to show the questions of the site.',
    item: 'question',
  },
  'services.items': { label: 'Services to show', hint: 'Leave empty to show all.', item: 'service' },
  service: { label: 'Service' },
  'cards.items': { label: 'Cards', item: 'card' },
  'steps.items': { label: 'Steps', item: 'step' },
  'pictures.items': { label: 'Pictures', item: 'picture' },
  'figures.items': { label: 'Figures', item: 'figure' },
  'colours.items': { label: 'Colours', item: 'colour' },
  'list.items': { label: 'Lines', item: 'line' },
  category: { label: 'Category', hint: 'The end of its address in the shop. Leave empty to show the categories.' },
  formTitle: { label: 'Title of the form' },
  formIntro: { label: 'Sentence below it' },
  phoneNote: { label: 'About the phone', hint: 'The hours of the brand follow.' },
  mobileNote: { label: 'About the mobile' },
  emailNote: { label: 'About the e-mail address' },
  addressNote: { label: 'About the address' },
  stepsTitle: { label: 'Title of the steps' },
  'thanks.steps': { label: 'Steps', item: 'step' },
  'thanks.picture': { label: 'Picture', hint: 'Without one, a drawing of the program is shown.' },
  'thanks.hasPhone': { label: 'Show the phone numbers for what is urgent' },
  'thanks.mobileNote': { label: 'When to call the mobile', hint: 'Such as: at night and on weekends.' },
  places: { label: 'Names on the picture', item: 'name' },
  left: { label: 'From the left', hint: 'In percent of the width.' },
  top: { label: 'From the top', hint: 'In percent of the height.' },
  main: { label: 'Main bar', item: 'entry' },
  foot: { label: 'Columns of the foot', item: 'column' },
  entries: { label: 'Entries', item: 'entry' },
  'entries.label': { label: 'Words' },
  'main.label': { label: 'Words' },
  listsServices: { label: 'List the services below it', hint: 'Left out of the menu while you have no services.' },
  isFaqs: { label: 'Show it only while the FAQs are switched on in Settings' },
  'position.anchor': { label: 'Name in links', hint: 'Lets links lead to it: “cleaners” in /careers/#cleaners.' },
  'position.form': {
    label: 'Form',
    hint: 'The form to apply with. Without one, the button “Write to us” leads to the contact page.',
  },
  'question.anchor': { label: 'Name in links', hint: 'Lets links lead to its answer.' },
  'service.page': { label: 'Its own page' },
  symbol: { label: 'Small drawing' },
  summary: { label: 'Summary' },
  place: { label: 'Place' },
  type: { label: 'Type', hint: 'Such as part-time.' },
  pay: { label: 'Pay' },
  closesOn: { label: 'Last day to apply', hint: 'Leave empty if it stays open.' },
  form: { label: 'Form' },
  facts: { label: 'Facts', item: 'fact' },
  duties: { label: 'What they do', item: 'line' },
  bring: { label: 'What they bring', item: 'line' },
  provided: { label: 'What you provide', item: 'line' },
  group: { label: 'Group' },
  'group.title': {
    label: 'Title',
    hint: 'Choose one of your groups, or enter a new one. Changed in a saved question, it renames the group for all its questions.',
  },
  'group.anchor': {
    label: 'Its name in links',
    hint: 'The same for all questions of the group. Another name makes another group.',
  },
  lettering: { label: 'Lettering of the name' },
  path: { label: 'Address', hint: 'Such as /our-team/. If you change it, the old address leads to the new one.' },
  'page.title': { label: 'Title', hint: 'In the browser’s tab, in breadcrumbs and in search results.' },
  description: { label: 'Description', hint: 'What search engines show below the title.' },
  shareTitle: { label: 'Title when shared', hint: 'Leave empty to use the page’s title.' },
  shareDescription: { label: 'Description when shared', hint: 'Leave empty to use the page’s description.' },
  sharePicture: { label: 'Picture when shared' },
  isListed: { label: 'Search engines may list it' },
  parent: { label: 'Page above it', hint: 'In the breadcrumbs.' },
  hasContents: {
    label: 'Start with a list of contents',
    hint: 'It lists the blocks that have a title for it, see “Links to this block”.',
  },
  aside: { label: 'Card beside the blocks' },
};

const fallback = (name: string): string => {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The words of a field by its path, in which numbers are places in lists: `['cards', 'items', 0, 'title']`. */
export function wordsOf(path: readonly (string | number)[]): Words {
  const names = path.filter((part) => typeof part === 'string');
  for (let from = Math.max(0, names.length - 3); from < names.length; from++) {
    const words = fieldWords[names.slice(from).join('.')];
    if (words) return words;
  }
  return { label: fallback(names.at(-1) ?? '') };
}

/** Words of choices by the name of the field. */
const choiceWords: Record<string, Record<string, string>> = {
  'hero.look': { wide: 'Wide, as on the home page', page: 'With a picture', plain: 'Without a picture' },
  'cards.look': {
    plain: 'Plain',
    band: 'Beside the title, on a tinted ground',
    boxes: 'Boxes',
    pictures: 'With pictures',
    ticks: 'With ticks',
  },
  'steps.look': { numbers: 'Numbered', dark: 'On a dark ground', band: 'On a tinted ground', colours: 'With colours' },
  'services.look': { mixed: 'Pictures of mixed sizes', cards: 'Cards', related: 'A short list' },
  'contact.look': { card: 'All ways to reach you', identity: 'Name, ABN and address in a sentence' },
  'columns.look': { plain: 'Plain', terms: 'Terms', proof: 'On a dark ground' },
  ground: { none: 'None', mist: 'Mist', mint: 'Mint', lemon: 'Lemon', sand: 'Sand' },
  tone: { neutral: 'Grey', success: 'Green', warning: 'Yellow', danger: 'Red', info: 'Blue' },
  lettering: { caps: 'Capitals', round: 'Round', serif: 'With serifs', plain: 'Plain' },
};

/** The words of a choice; any other text is returned unchanged. */
export function choiceWord(path: readonly (string | number)[], value: string): string {
  const names = path.filter((part) => typeof part === 'string');
  const words = choiceWords[names.slice(-2).join('.')] ?? choiceWords[names.at(-1) ?? ''];
  return words?.[value] ?? value;
}

/** The name of a block or an item in a list: its title, or its first words. */
export function titleIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const fields = value as Record<string, unknown>; // an object of content
  for (const name of ['title', 'name', 'question', 'label', 'value', 'caption', 'text', 'body', 'items']) {
    const field = fields[name];
    const found = Array.isArray(field) ? titleIn(field[0]) : typeof field === 'string' ? field : '';
    if (found) return found.replace(/[#*[\]]/g, '').slice(0, 60);
  }
  return '';
}

/** The name of a block in sentences: `Hero: Cleaned properly.` */
export const blockName = (block: { kind: BlockKind }): string =>
  [blockWords[block.kind].label, titleIn(block)].filter(Boolean).join(': ');
