import { useStore } from 'zustand';
import { useWorkspace } from '#src/journal/workspace.ts';
import { namesOf, type NameBook } from './names.ts';

/** The names that the signed-in person gave in this browser, also as another tab changes them. */
export const useNameBook = (): NameBook => useStore(namesOf(useWorkspace()));
