import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const title = createStore<{ badge: string | undefined; text: string | undefined }>(() => ({
  badge: undefined,
  text: undefined,
}));

/** Shown in brackets before the title of every page, such as the number of new failures. */
export const setTitleBadge = (badge: string | undefined): void => title.setState({ badge });

export const setTitleText = (text: string | undefined): void => title.setState({ text });

export const Title = ({ children }: { children: string }) => {
  const { badge, text = children } = useStore(title);
  return <title>{`${badge !== undefined ? `(${badge}) ` : ''}${text} · Telephony Campaign Console`}</title>;
};
