import { createContext } from 'react';
import type { AppearanceStore } from '#client/lib/appearance.ts';

/** The appearance that a page may switch; undefined where there is none to switch. */
export const AppearanceContext = createContext<AppearanceStore | undefined>(undefined);
