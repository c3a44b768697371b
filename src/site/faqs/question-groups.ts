import type { Question, Questions } from './question.ts';
import { contracts, people, safety, services } from './cleaning-questions.ts';
import { accounts, shop } from './shop-questions.ts';

export interface QuestionGroup {
  id: string;
  title: string;
  questions: readonly Question[];
}

const listOf = (questions: Questions): Question[] =>
  Object.entries(questions).map(([id, { answer, ...rest }]) => ({ id, ...rest, answer: [answer].flat() }));

export const groups: readonly QuestionGroup[] = [
  { id: 'services', title: 'Services', questions: listOf(services) },
  { id: 'contracts', title: 'Contracts and prices', questions: listOf(contracts) },
  { id: 'people', title: 'Our people and checks', questions: listOf(people) },
  { id: 'safety', title: 'Safety and chemicals', questions: listOf(safety) },
  { id: 'shop', title: 'Shop and delivery', questions: listOf(shop) },
  { id: 'accounts', title: 'Invoices and accounts', questions: listOf(accounts) },
];
