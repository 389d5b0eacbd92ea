/** Replaces a message that was recalled. */
export const recallLabel = (isOwn: boolean): string => (isOwn ? '您撤回了一条私信' : '对方撤回了一条私信');
