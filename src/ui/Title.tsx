import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const own = createStore<{ badge: number; text: string | undefined }>(() => ({ badge: 0, text: undefined }));

/** A number before the title of whichever page is shown; 0: none. */
export const setTitleBadge = (badge: number): void => own.setState({ badge });

/** Says in the title what a part of a page is about, in place of the page's own; undefined: the page's own. */
export const setTitleText = (text: string | undefined): void => own.setState({ text });

/** The title of a page. */
export const Title = ({ children }: { children: string }) => {
  const { badge, text = children } = useStore(own);
  return <title>{`${badge > 0 ? `(${badge}) ` : ''}${text} · Telephony Campaign Console`}</title>;
};
