import type { Condition } from '#schemas/metadata/condition.ts';
import {
  type ListMention,
  listsMeant,
  mayNameList,
  mentionOf,
  type NamedList,
} from '#shared/assistant/list-mentions.ts';
import type { Plan, Reading } from '#shared/assistant/plan.ts';
import type { Vocabulary } from '#shared/assistant/vocabulary.ts';
import { allOf, partsOf } from '#shared/conditions/condition-parts.ts';

export interface ListedDeps {
  readonly vocabulary: Vocabulary;
  /** Lists that the asker may see; undefined for a visitor. */
  readonly lists: () => Promise<readonly NamedList[] | undefined>;
  /** Reads a question that names no list. */
  readonly read: (question: string) => Promise<Reading>;
}

/** Lists that are offered at most where several are meant. */
const MAX_CHOICES = 10;

const declined = (reason: string): Reading => ({ kind: 'decline', reason });

/**
 * A question that may name a list of records of the asker: 我的关注里的2024年A轮公司. What is asked beside it is read as any
 * question, and narrowed to what is on the list; the list is never passed over.
 */
export async function readListed(deps: ListedDeps, question: string): Promise<Reading> {
  const { vocabulary, read } = deps;
  const all = mayNameList(question) ? await deps.lists() : undefined;
  const own = (all ?? []).filter(({ objectApiName }) => vocabulary.objects.has(objectApiName));
  const mention = mayNameList(question) ? mentionOf(question, own) : undefined;
  if (!mention) return read(question);
  if (!all) return declined('登录后才能按自己的清单查询');
  const meant = listsMeant(mention, own);
  if (meant.length === 0) return declined(missingWords(mention));
  // Marks of the parts of the question keep their places.
  const rest = question.slice(0, mention.from) + ' '.repeat(mention.to - mention.from) + question.slice(mention.to);
  if (mentionOf(rest, own)) return declined('一次只能按一个清单查询，请去掉其中一个');
  const alone = await read(rest);
  const found = narrowed([alone], meant, mention, deps);
  if (found) return found;
  // 我的关注有多少 says of what only by the list.
  const labels = new Set(meant.map(({ objectApiName }) => vocabulary.objects.get(objectApiName)?.label ?? ''));
  const withLabels: Reading[] = [];
  if (alone.kind !== 'answer')
    for (const label of labels)
      withLabels.push(await read(question.slice(0, mention.from) + label + question.slice(mention.to)));
  const named = narrowed(withLabels, meant, mention, deps);
  if (named) return named;
  if (alone.kind !== 'answer') return alone;
  return declined(`清单“${meant[0]?.name ?? ''}”里是${[...labels].join('、')}，不能这样查询`);
}

function missingWords({ kind, name }: ListMention): string {
  if (kind === 'starred') return '您还没有关注任何记录：点列表中的 ☆，或详情页的“关注”';
  return kind === 'any' ? '您还没有清单' : `没有名为“${name ?? ''}”的清单，或没有共享给您`;
}

/** What was read, narrowed to the lists of the same records; a question where several are meant. */
function narrowed(
  readings: readonly Reading[],
  meant: readonly NamedList[],
  mention: ListMention,
  { vocabulary }: ListedDeps,
): Reading | undefined {
  const choices = readings.flatMap((reading) => {
    const plans = reading.kind === 'answer' ? [reading] : reading.kind === 'ask' ? reading.choices : [];
    return plans.flatMap(({ plan, ...one }) =>
      meant
        .filter(({ objectApiName }) => objectApiName === plan.object && !plan.records)
        .map((list) => ({
          list,
          said: 'label' in one ? `，${one.label}` : '',
          plan: withList(plan, list, mention),
          reading,
        })),
    );
  });
  const [only, another] = choices;
  if (!only) return undefined;
  if (!another)
    return {
      kind: 'answer',
      plan: only.plan,
      understood: 'understood' in only.reading ? only.reading.understood : [],
      assumptions: only.reading.kind === 'answer' ? only.reading.assumptions : [],
    };
  const labelOf = ({ list, said }: (typeof choices)[number]): string => {
    const object = vocabulary.objects.get(list.objectApiName)?.label ?? '';
    return `${list.name}（${object}${list.sharedBy === undefined ? '' : `，${list.sharedBy}共享`}${said}）`;
  };
  const labels = choices.map(labelOf);
  return {
    kind: 'ask',
    question: `“${only.list.name}”指哪一个清单？`,
    choices: choices
      .map(({ list, plan }, at) => ({
        label:
          labels.indexOf(labels[at] ?? '') === labels.lastIndexOf(labels[at] ?? '')
            ? (labels[at] ?? '')
            : `${labels[at]} #${list.id}`,
        plan,
      }))
      .slice(0, MAX_CHOICES),
    understood: [],
  };
}

/** A plan of what is on a list, or is not; that of the question before makes way. */
function withList({ filter, ...plan }: Plan, { id }: NamedList, { isNegated }: ListMention): Plan {
  const others = partsOf(filter).filter((part) => !('inList' in part) && !('not' in part && 'inList' in part.not));
  const listing: Condition = isNegated ? { not: { inList: id } } : { inList: id };
  return { ...plan, filter: allOf([listing, ...others]) ?? listing };
}
