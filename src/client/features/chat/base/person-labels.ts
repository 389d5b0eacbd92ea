/** What is known of a user, in one line: parts that are missing take their bars along. */
export const joined = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(' | ');

/** What the list of those who looked at one's companies is called. */
export const INTERESTED_TITLE = '对您的项目感兴趣';

/** The button that closes the room, wherever in it. */
export const CLOSE_ROOM = '关闭私信';
