import type { KeyboardEvent } from 'react';

/** What a key asks of the record beside a list. */
export type BesideCommand = 'next' | 'previous' | 'close';

const COMMANDS: Readonly<Record<string, BesideCommand>> = {
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Escape: 'close',
};

/** Where keys are letters of a text, or move through something of their own. */
const OWN_KEYS =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="tab"], [role="listbox"], [role="menu"], [role="radio"], [role="region"][tabindex="0"]';

/** What a key press in a list or beside it asks; undefined where it is for something else. Dialogs above them have keys of their own. */
export function besideCommand(event: KeyboardEvent<HTMLElement>): BesideCommand | undefined {
  const { target, currentTarget, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  // React hands events of a dialog to the part that opened it as well.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(OWN_KEYS)) return undefined;
  return COMMANDS[key.length === 1 ? key.toLowerCase() : key];
}
