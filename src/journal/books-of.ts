import { openBooks } from './books-open.ts';
import type { Books } from './books.ts';
import type { Scope } from './scope.ts';

const books = new WeakMap<Scope, Books>();

/** The runs of a scope, opened when they are first needed. */
export const booksOf = (scope: Scope): Books => {
  const open = books.get(scope) ?? openBooks({ service: scope.service.baseUrl, personKey: scope.personKey });
  books.set(scope, open);
  return open;
};
