import { BINDINGS } from '#schemas/bindings.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { PLAIN_MATCH, writeMatch } from '#shared/matching/match-address.ts';
import { isFounder, isInvestor, isMember, type Member } from '#shared/policy/actor.ts';
import type { HomeSource } from '#server/features/home/base/block.ts';

/** The lists of matches, as far as the first page needs them. */
export interface MatchLists {
  readonly projects: (
    asked: { readonly filter: Condition; readonly fields: readonly string[]; readonly pageSize: number },
    actor: Member,
  ) => Promise<{
    readonly list: readonly {
      readonly id: string;
      readonly values: Readonly<Record<string, unknown>>;
      readonly criteria: readonly { readonly verdict: string; readonly label: string }[];
    }[];
    readonly total: number;
  }>;
  readonly subjects: (actor: Member) => Promise<{
    readonly list: readonly { readonly kind: 'project' | 'request'; readonly id: string; readonly name: string }[];
  }>;
}

const PROJECT = BINDINGS.project;
const SHOWN = 5;
const LISTS = { projects: '/InvestmentFinancing/project', institutions: '/InvestmentFinancing/invest?page=org&' };

/**
 * For an investor the projects that came since the last look, the best first; for a founder the way to the institutions of each project.
 * Lists of matches are read from a book that takes a while to be read after a start: who asks does not wait for it.
 */
export const matchesSource =
  (lists: MatchLists): HomeSource =>
  async ({ actor, since }) => {
    if (!isMember(actor)) return undefined;
    if (isInvestor(actor)) return newProjects(lists, actor, since);
    if (!isFounder(actor)) return undefined;
    const { list } = await lists.subjects(actor);
    if (list.length === 0) return { isEmpty: true };
    const entries = list.slice(0, SHOWN).map(({ kind, id, name }) => ({
      title: name,
      words: '查看匹配的投资机构与依据',
      at: null,
      path: `${LISTS.institutions}r=${writeMatch({ ...PLAIN_MATCH, subject: { kind, id } })}`,
    }));
    return { content: { kind: 'entries', entries } };
  };

async function newProjects(lists: MatchLists, actor: Member, since: string) {
  const { publishedOn, name } = PROJECT.fields;
  const filter: Condition = { field: publishedOn.apiName, op: 'notBefore', value: since };
  const { list, total } = await lists.projects({ filter, fields: [name.apiName], pageSize: SHOWN }, actor);
  if (list.length === 0) return { isEmpty: true as const };
  const path = LISTS.projects + encodeListState({ ...DEFAULT_LIST_STATE, filter, match: writeMatch(PLAIN_MATCH) });
  const entries = list.map(({ id, values, criteria }) => {
    const fit = criteria.flatMap(({ verdict, label }) => (verdict === 'fit' ? [label] : []));
    return {
      title: String(values[name.apiName] ?? `#${id}`),
      words: fit.length > 0 ? `${fit.join('、')}相符` : '',
      at: null,
      path: `/insight/${PROJECT.object}/${id}`,
    };
  });
  return { content: { kind: 'entries' as const, entries, all: { label: '查看全部新匹配', path, total } } };
}
