import type { Catalog } from '#server/core/catalog/catalog.ts';

/** What a worked-out value followed from, as it is kept beside the change, in words for users. */
export interface Cause {
  readonly text: string;
  /** Account of the user who decided it. */
  readonly actor?: string;
}

const PLAIN: Readonly<Record<string, string>> = {
  rates: '汇率更新',
  check: '核对后更正',
  stated: '来源给定的值有更新',
  expired: '给定值到期',
};

const DECIDED: Readonly<Record<string, string>> = { pinned: '改用给定值', unpinned: '恢复计算值' };

/** Words for the cause of a change: the record or the object that was written, a source, a user, a new day. */
export function causeOf(catalog: Catalog, cause: string | null): Cause {
  if (cause === null) return { text: '系统计算' };
  const plain = PLAIN[cause];
  if (plain !== undefined) return { text: plain };
  if (/^\d{4}-\d{2}-\d{2}$/.test(cause)) return { text: '日期变化' };
  const [kind = '', rest = ''] = cause.split(/:(.*)/s);
  const decided = DECIDED[kind];
  if (decided !== undefined) return { text: decided, actor: rest };
  if (kind === 'stated') return { text: `${rest} 给定的值有更新` };
  const [apiName = '', id] = cause.split('#');
  const label = catalog.find(apiName)?.definition.label;
  if (label === undefined) return { text: '系统计算' };
  return { text: id === undefined ? `${label}有变动` : `${label} #${id} 有变动` };
}
