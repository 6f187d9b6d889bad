import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const own = createStore<{ badge: string | undefined; text: string | undefined }>(() => ({
  badge: undefined,
  text: undefined,
}));

/** Stands in brackets before the title of whichever page is shown, such as `3 failed`; undefined: nothing does. */
export const setTitleBadge = (badge: string | undefined): void => own.setState({ badge });

/** Says in the title what a part of a page is about, in place of the page's own; undefined: the page's own. */
export const setTitleText = (text: string | undefined): void => own.setState({ text });

/** The title of a page. */
export const Title = ({ children }: { children: string }) => {
  const { badge, text = children } = useStore(own);
  return <title>{`${badge !== undefined ? `(${badge}) ` : ''}${text} · Telephony Campaign Console`}</title>;
};
