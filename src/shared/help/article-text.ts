/** The words of a Markdown text without its marks, its pictures and the addresses of its links. */
export const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:#{1,6}|[-*+>]|\d+\.)\s+/gm, '')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim();

/** What an article says first, which is its answer in short. */
export const firstParagraph = (markdown: string): string => plainText(markdown.split(/\n\s*\n/)[0] ?? '');

/** The address of an article. */
export const articlePath = (slug: string): string => `/helpCenter/${slug}`;
