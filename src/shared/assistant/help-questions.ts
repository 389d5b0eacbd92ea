import type { Guide, HelpTerm } from '#schemas/api/help.ts';
import { articlePath, firstParagraph } from '#shared/help/article-text.ts';
import { normalise } from './normalise.ts';

/** What the help center says to a question, and where it is read. */
export interface HelpAnswer {
  readonly sentence: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/** Articles that are offered where several are as near. */
const MOST = 3;
/** Parts of the letters of a question that an article has to have. */
const ENOUGH = 0.6;
/** How much further an article may be from the question than the best one and still be as near. */
const AS_NEAR = 0.2;

const ASKING =
  /^(?:请问)?(?:我(?:想知道|要|想|该)?)?(?:怎么办理|怎么样|怎么|怎样|如何|咋样?|在哪里|在哪儿|在哪|哪里|哪儿)(?!的|理解)(.+)$/u;
const ASKED_LAST = /^(.+?)(?:怎么办|怎么弄|怎么做|怎么用|在哪里|在哪儿|在哪)$/u;
const ASKED_WITHIN = /^(.{2,12}?)(?:怎么|怎样|如何|在哪里|在哪儿|在哪)(.{1,12})$/u;
const END = /[?？。!！\s吗呢啊]+$/u;
const FILLERS = /我的|可以|能够|才能|能不能|一下|查看|应该|自己的|我|能|去|看/gu;

/** What a question of how or where is about: 发布融资 of 请问怎么发布融资？; undefined for one that asks otherwise. */
export function askedOfHelp(question: string): string | undefined {
  const plain = normalise(question).text.replace(END, '').replaceAll(/\s/g, '');
  const within = ASKED_WITHIN.exec(plain);
  const about =
    ASKING.exec(plain)?.[1] ?? ASKED_LAST.exec(plain)?.[1] ?? (within ? `${within[1]}${within[2]}` : undefined);
  const rest = about?.replaceAll(FILLERS, '');
  return rest !== undefined && rest.length >= 2 ? rest : undefined;
}

const pairs = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));

/** How many of the letters of what is asked an article has in its title and keywords, in pairs; above 1 where a keyword is asked for. */
function nearness(about: string, { title, keywords }: Guide): number {
  const names = [title, ...keywords].map((name) => normalise(name).text.replaceAll(/\s/g, ''));
  const known = new Set(names.flatMap(pairs));
  const met = pairs(about).flatMap((pair, at) => (known.has(pair) ? [at, at + 1] : []));
  return new Set(met).size / about.length + (names.slice(1).includes(about) ? 1 : 0);
}

/** What the help center says to a question of how or where; undefined where no article is near. */
export function helpAnswer(question: string, articles: readonly Guide[]): HelpAnswer | undefined {
  const about = askedOfHelp(question);
  if (about === undefined) return undefined;
  const ranked = articles
    .map((article) => ({ article, near: nearness(about, article) }))
    .filter(({ near }) => near >= ENOUGH)
    .toSorted((one, other) => other.near - one.near);
  const [best] = ranked;
  if (!best) return undefined;
  const nearest = ranked.filter(({ near }) => near >= best.near - AS_NEAR).slice(0, MOST);
  const links = nearest.map(({ article: { title, slug } }) => ({ label: title, href: articlePath(slug) }));
  if (nearest.length > 1) return { sentence: '帮助中心有几篇相关文章，您想看哪一篇？', links };
  return { sentence: `${best.article.title}：${firstParagraph(best.article.body)}`, links };
}

/** The term of the glossary that a word means, by its name or another one. */
export function termOf(word: string, terms: readonly HelpTerm[]): HelpTerm | undefined {
  const same = (name: string) => normalise(name).text === word;
  return terms.find(({ term }) => same(term)) ?? terms.find(({ alternatives }) => alternatives.some(same));
}

/** A term as the glossary explains it, before what the metadata says of the word. */
export const termAnswer = ({ term, explanation }: HelpTerm, more = ''): HelpAnswer => ({
  sentence: `“${term}”：${explanation}${more}`,
  links: [{ label: '术语表', href: articlePath('glossary') }],
});
