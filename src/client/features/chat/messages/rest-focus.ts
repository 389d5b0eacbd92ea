/** Hands the focus of a button that is about to go to the message around it, so that it is not lost. */
export const restFocus = (button: Element): void => button.closest<HTMLElement>('[data-message]')?.focus();
