import { fold } from '#shared/text/fold.ts';

/** A list of records as a question may name it. */
export interface NamedList {
  readonly id: string;
  readonly objectApiName: string;
  readonly name: string;
  /** The list 我的关注 of its object. */
  readonly isStarred: boolean;
  /** Of a list that is shared with the asker: by whom. */
  readonly sharedBy?: string;
}

/** Where a question names a list; offsets are those of the question as it was typed. */
export interface ListMention {
  readonly from: number;
  readonly to: number;
  /** Records that are not on it are asked for. */
  readonly isNegated: boolean;
  /** What it is called; undefined for the lists that stars put records on, and 'any' for whichever the asker has. */
  readonly name: string | undefined;
  readonly kind: 'starred' | 'named' | 'any';
}

const INSIDE = '(?:里面|里边|里|之中|当中|中|之内|内)?的?';
const BEFORE = '(?<not>不在|没在|未在|不属于)?(?:在|从|属于)?';
const QUOTED = '[「『“"《‘](?<name>[^」』”"》’]{1,60})[」』”"》’]';

const STARRED: readonly RegExp[] = [
  new RegExp(`${BEFORE}我的(?:关注|收藏)(?:清单|名单|列表|夹)?${INSIDE}`, 'u'),
  new RegExp(`我(?:所|已经|已)?(?:关注|收藏)(?:的|了(?=哪|什么|多少|几|的))(?:清单|名单)?${INSIDE}`, 'u'),
  new RegExp(`(?<not>我(?:还)?(?:没有|没|未)(?:关注|收藏))(?:过)?的?`, 'u'),
];
const NAMED: readonly RegExp[] = [
  new RegExp(`${BEFORE}(?:我的)?(?:清单|名单)\\s*${QUOTED}${INSIDE}`, 'u'),
  new RegExp(`${BEFORE}(?:我的)?${QUOTED}(?:这个|这份|的)?(?:清单|名单)${INSIDE}`, 'u'),
];
const ANY = new RegExp(`${BEFORE}我的(?:清单|名单)${INSIDE}`, 'u');
/** A question without any of these names no list. */
const WORDS = /关注|收藏|清单|名单/u;

export const mayNameList = (question: string): boolean => WORDS.test(question);

const mentionBy = (found: RegExpExecArray | null, kind: ListMention['kind']): ListMention | undefined =>
  found
    ? {
        from: found.index,
        to: found.index + found[0].length,
        isNegated: found.groups?.['not'] !== undefined,
        name: found.groups?.['name']?.trim(),
        kind,
      }
    : undefined;

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A list that is named without quotation marks: 硬科技清单里的, 清单硬科技中的. The longest name first. */
function unquoted(question: string, lists: readonly NamedList[]): ListMention | undefined {
  const names = [...new Set(lists.map(({ name }) => name))].toSorted((one, other) => other.length - one.length);
  for (const name of names.filter(({ length }) => length > 1)) {
    const called = `(?<name>${escaped(name)})`;
    for (const form of [`(?:我的)?${called}(?:这个|这份|的)?(?:清单|名单)`, `(?:我的)?(?:清单|名单)${called}`]) {
      const found = mentionBy(new RegExp(`${BEFORE}${form}${INSIDE}`, 'iu').exec(question), 'named');
      if (found) return found;
    }
  }
  return undefined;
}

/** Where a question names a list; undefined where it names none. `lists` are those of the asker. */
export function mentionOf(question: string, lists: readonly NamedList[]): ListMention | undefined {
  for (const form of NAMED) {
    const found = mentionBy(form.exec(question), 'named');
    if (found) return found;
  }
  const known = unquoted(question, lists);
  if (known) return known;
  for (const form of STARRED) {
    const found = mentionBy(form.exec(question), 'starred');
    if (found) return found;
  }
  return mentionBy(ANY.exec(question), 'any');
}

/** The lists that a mention may mean. */
export function listsMeant({ kind, name }: ListMention, lists: readonly NamedList[]): NamedList[] {
  if (kind === 'any') return lists.filter(({ isStarred }) => !isStarred);
  if (kind === 'starred') return lists.filter(({ isStarred, sharedBy }) => isStarred && sharedBy === undefined);
  return lists.filter((list) => fold(list.name) === fold(name ?? ''));
}
