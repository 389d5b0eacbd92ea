import type { AlertFrequency, AlertKind, AlertSource, Subscription } from '#schemas/api/alerts.ts';

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
};

/** What may be chosen of a source, in words. */
export const kindChoices = (source: AlertSource): readonly (readonly [AlertKind, string])[] =>
  Object.entries(KINDS[source]) as [AlertKind, string][];

export const KIND_TAGS: Readonly<Record<AlertKind, string>> = { entered: '新增', changed: '更新', left: '不再符合' };

/** How much is new since the user looked. */
export const freshWords = ({ source, fresh }: Pick<Subscription, 'source' | 'fresh'>): string =>
  `${source === 'record' ? '新动态' : '新增'} ${fresh}`;

/** A subscription in one line: what is reported, how often, and by which way. */
export function subscriptionFacts(subscription: Subscription, hasMail: boolean): string {
  const { source, objectLabel, kinds, frequency, mail } = subscription;
  const what = kindChoices(source).flatMap(([kind]) => (kinds.includes(kind) ? [KIND_TAGS[kind]] : []));
  const often = FREQUENCIES.find(({ value }) => value === frequency)?.label ?? '';
  const by = frequency === 'site' ? [] : [mail && hasMail ? '站内 + 邮件' : '站内'];
  return [`${objectLabel}${source === 'view' ? '视图' : ''}`, what.join('、'), often, ...by].join(' · ');
}
