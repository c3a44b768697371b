import type { Question } from './question.ts';
import { contracts, people, safety, services } from './work.ts';
import { accounts, shop } from './supplies.ts';

export interface QuestionGroup {
  id: string;
  title: string;
  questions: readonly Question[];
}

export const groups: readonly QuestionGroup[] = [
  { id: 'services', title: 'Services', questions: services },
  { id: 'contracts', title: 'Contracts and prices', questions: contracts },
  { id: 'people', title: 'Our people and checks', questions: people },
  { id: 'safety', title: 'Safety and chemicals', questions: safety },
  { id: 'shop', title: 'Shop and delivery', questions: shop },
  { id: 'accounts', title: 'Invoices and accounts', questions: accounts },
];
