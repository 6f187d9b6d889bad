import { openBooks } from './books-open.ts';
import type { Books } from './books.ts';
import { journalOf } from '#src/journal/journal-of.ts';
import type { Scope } from '#src/journal/scope.ts';
import { tellUnkept } from './unkept-runs.ts';

const opened = new WeakMap<Scope, Books>();

const open = (scope: Scope): Books => {
  const books = openBooks({ service: scope.service.baseUrl, personKey: scope.personKey });
  tellUnkept(scope, {
    sheets: books.unkept,
    together: (kept, limit) => {
      const runs = new Map(kept.map((run) => [run.id, run]));
      for (const sheet of books.unkept()) runs.set(sheet.run().id, sheet.run());
      return [...runs.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
    },
  });
  // Of what is kept it hears by itself.
  books.subscribe(() => {
    if (books.unkept().length > 0) journalOf(scope).hearRuns();
  });
  opened.set(scope, books);
  return books;
};

/** The runs of a scope, opened when they are first needed. */
export const booksOf = (scope: Scope): Books => opened.get(scope) ?? open(scope);
