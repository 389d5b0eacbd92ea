import { createContext, type ReactNode, use } from 'react';

/** Draws the links to help about a path of the product; nothing outside of the product. */
export const HelpAtContext = createContext<(place: string) => ReactNode>(() => null);

/** Help where a user gets stuck: what articles say about this path. Articles name their places themselves. */
export const HelpAt = ({ place }: { readonly place: string }) => use(HelpAtContext)(place);
