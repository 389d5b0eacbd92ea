import type { VirtualItem } from '@tanstack/react-virtual';

/** Where a conversation was left. */
export interface ScrollPlace {
  /** The first row on screen and how far it was scrolled out, in pixels; undefined at the bottom. */
  readonly row: { readonly key: string; readonly past: number } | undefined;
  /** Heights that were measured. */
  readonly heights: VirtualItem[];
}

/** Where each conversation was left, for as long as its store lives. */
export const scrollPlaces = new WeakMap<object, ScrollPlace>();
