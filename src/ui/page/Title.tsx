import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const title = createStore<{ badge?: string | undefined; text?: string | undefined; site: string }>(() => ({
  site: 'Telephony Campaign Console',
}));

/** The name of the console, as configured. */
export const setSiteTitle = (site: string): void => title.setState({ site });

/** Shown in brackets before the title of every page, such as the number of new failures. */
export const setTitleBadge = (badge: string | undefined): void => title.setState({ badge });

export const setTitleText = (text: string | undefined): void => title.setState({ text });

export const Title = ({ children }: { children: string }) => {
  const { badge, text = children, site } = useStore(title);
  return <title>{`${badge !== undefined ? `(${badge}) ` : ''}${text} · ${site}`}</title>;
};
