import type { HiddenReason, MatchList } from '#schemas/api/match-lists.ts';

const LABELS: Readonly<Record<HiddenReason, string>> = {
  unfit: '已标记不合适',
  advisor: '为财务顾问',
  held: '已投资该企业',
  paused: '未在融资中',
  over: '已过截止日期',
  currency: '币种不符',
  cheque: '单笔下限高于融资金额',
  revenue: '低于最低营收',
};
const ORDER = Object.keys(LABELS) as HiddenReason[];

/** Lets records through or not, and counts those that are left out by their first reason, or in the list all the same. */
export class Hidden {
  readonly #lifted: ReadonlySet<HiddenReason>;
  readonly #only: HiddenReason | undefined;
  readonly #counts = new Map<HiddenReason, number>();
  readonly #let = new Map<HiddenReason, number>();

  /** Marks are taken back one by one, and not lifted. */
  constructor({ lift = [], only }: { readonly lift?: readonly HiddenReason[]; readonly only?: HiddenReason }) {
    this.#lifted = new Set(lift.filter((reason) => reason !== 'unfit'));
    this.#only = only;
  }

  /** Is a record with these reasons against it in the list? */
  lets(reasons: readonly HiddenReason[]): boolean {
    const against = reasons.find((reason) => !this.#lifted.has(reason));
    if (against !== undefined) add(this.#counts, against);
    else if (reasons[0] !== undefined) add(this.#let, reasons[0]);
    return against === this.#only;
  }

  list(): MatchList['hidden'] {
    return ORDER.flatMap((reason) => {
      const [count, inList] = [this.#counts.get(reason), this.#let.get(reason)];
      if (count !== undefined) return [{ reason, label: LABELS[reason], count }];
      return inList === undefined ? [] : [{ reason, label: LABELS[reason], count: inList, lifted: true }];
    });
  }
}

function add(counts: Map<HiddenReason, number>, reason: HiddenReason): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}
