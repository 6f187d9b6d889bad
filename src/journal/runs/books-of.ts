import { openBooks } from './books-open.ts';
import type { Books } from './books.ts';
import type { Scope } from '#src/journal/scope.ts';

const opened = new WeakMap<Scope, Books>();

/** The runs of a scope, opened when they are first needed. */
export const booksOf = (scope: Scope): Books => {
  const books =
    opened.get(scope) ?? openBooks({ service: scope.service.baseUrl, personKey: scope.personKey });
  opened.set(scope, books);
  return books;
};
