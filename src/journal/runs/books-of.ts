import { journalOf } from '#src/journal/journal-of.ts';
import type { Scope } from '#src/journal/scope.ts';
import { openBooks } from './books-open.ts';
import type { Books } from './books.ts';

const opened = new WeakMap<Scope, Books>();

/** The runs of a scope, opened when they are first needed. Whoever reads the journal is told of their changes. */
export const booksOf = (scope: Scope): Books => {
  const known = opened.get(scope);
  if (known) return known;
  const books = openBooks({ service: scope.service.baseUrl, personKey: scope.personKey });
  books.subscribe(journalOf(scope).noticeRuns);
  opened.set(scope, books);
  return books;
};
