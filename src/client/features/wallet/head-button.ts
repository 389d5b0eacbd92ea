/** A way from the head of a page to another one: present, not pressing. */
export const OUTLINED = { borderColor: 'var(--line-strong)', bgcolor: 'background.paper' } as const;
