import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

type TitleParts = {
  /** Shown in brackets before the title of every page, such as the number of new failures. */
  badge?: string | undefined;
  /** Instead of the page's own. */
  text?: string | undefined;
  /** The name of the console, as configured. */
  site: string;
};

const title = createStore<TitleParts>(() => ({ site: 'Telephony Campaign Console' }));

export const setTitle = (parts: Partial<TitleParts>): void => title.setState(parts);

export const Title = ({ children }: { children: string }) => {
  const { badge, text = children, site } = useStore(title);
  return <title>{`${badge !== undefined ? `(${badge}) ` : ''}${text} · ${site}`}</title>;
};
