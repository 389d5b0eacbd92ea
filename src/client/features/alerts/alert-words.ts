import type { AlertFrequency, AlertKind, AlertLineKind, AlertSource, Subscription } from '#schemas/api/alerts.ts';

export const FREQUENCIES: readonly { readonly value: AlertFrequency; readonly label: string; readonly help: string }[] =
  [
    { value: 'now', label: '即时', help: '有新内容几秒后提醒，10 分钟内的合并为一条；免打扰时段顺延' },
    { value: 'daily', label: '每日', help: '每天一条汇总，时间可在“我的订阅”中设置' },
    { value: 'weekly', label: '每周', help: '每周一一条汇总' },
    { value: 'site', label: '仅站内', help: '不发提醒，只在视图和“我的订阅”里显示新增' },
  ];

const KINDS: Readonly<Record<AlertSource, Readonly<Partial<Record<AlertKind, string>>>>> = {
  view: { entered: '新进入视图的记录', changed: '视图内记录的字段变化', left: '不再符合视图的记录' },
  record: { entered: '新增的相关记录', changed: '字段变化' },
  list: { entered: '清单内记录新增的相关记录', changed: '清单内记录的字段变化' },
  visitors: { entered: '首次来访的投资人', changed: '隔天再次来访的投资人' },
  matches: { entered: '新进入前 20 名、至少三项有交易为证的匹配（A 档）' },
};

const OF_RECORDS = '从现在起的变化才会提醒；事件日期较早、新近收录的归为“补录”，批量导入不提醒。';

interface SourceWords {
  readonly title: string;
  /** Behind the name of the object. */
  readonly kind: string;
  readonly fresh: string;
  /** What is reported and what is not. */
  readonly note: string;
  /** Where what happened has words of its own. */
  readonly tags?: Readonly<Partial<Record<AlertLineKind, string>>>;
}

/** A source in words. */
export const SOURCE_WORDS: Readonly<Record<AlertSource, SourceWords>> = {
  view: { title: '订阅视图', kind: '视图', fresh: '新增', note: OF_RECORDS },
  record: { title: '订阅动态', kind: '', fresh: '新动态', note: OF_RECORDS },
  list: { title: '订阅清单', kind: '清单', fresh: '新动态', note: OF_RECORDS },
  visitors: {
    title: '订阅访客',
    kind: '访客',
    fresh: '新来访',
    note: '从现在起的来访才会提醒，只写访客页向您显示的内容；只显示机构的访客每天汇总一次。',
    tags: { entered: '首次', changed: '再次' },
  },
  matches: {
    title: '订阅匹配',
    kind: '匹配',
    fresh: '新匹配',
    note: '现在已在 A 档的不提醒；此后录入或有更新、并首次进入的提醒一次。批量导入与您自己修改条件带来的不提醒。',
  },
};

/** What may be chosen of a source, in words. */
export const kindChoices = (source: AlertSource): readonly (readonly [AlertKind, string])[] =>
  Object.entries(KINDS[source]) as [AlertKind, string][];

const KIND_TAGS: Readonly<Record<AlertLineKind, string>> = {
  entered: '新增',
  changed: '更新',
  left: '不再符合',
  corrected: '更正',
};

/** What happened, in a word. */
export const kindTag = (source: AlertSource, kind: AlertLineKind): string =>
  SOURCE_WORDS[source].tags?.[kind] ?? KIND_TAGS[kind];

/** How much is new since the user looked. */
export const freshWords = ({ source, fresh }: Pick<Subscription, 'source' | 'fresh'>): string =>
  `${SOURCE_WORDS[source].fresh} ${fresh}`;

/** A subscription in one line: what is reported, how often, and by which way. */
export function subscriptionFacts(
  subscription: Subscription,
  ways: { readonly hasMail: boolean; readonly hasWebhook: boolean },
): string {
  const { source, objectLabel, kinds, frequency, mail, webhook } = subscription;
  const what = kindChoices(source).flatMap(([kind]) => (kinds.includes(kind) ? [kindTag(source, kind)] : []));
  const often = FREQUENCIES.find(({ value }) => value === frequency)?.label ?? '';
  const all = ['站内', ...(mail && ways.hasMail ? ['邮件'] : []), ...(webhook && ways.hasWebhook ? ['Webhook'] : [])];
  const by = frequency === 'site' ? [] : [all.join(' + ')];
  return [`${objectLabel}${SOURCE_WORDS[source].kind}`, what.join('、'), often, ...by].join(' · ');
}
