/** What stands in the place of a message that was taken back. */
export const recallLabel = (isOwn: boolean): string => (isOwn ? '你撤回了一条私信' : '对方撤回了一条私信');
