import type { Backtest, Row } from './backtest.ts';

const share = (value: number): string => value.toFixed(3);
const percent = (value: number): string => `${(value * 100).toFixed(2)}%`;

function table(rows: readonly Row[]): string[] {
  const lines = rows.map(({ name, hit10, hit20, hit50, mrr, auc, interval: [low, high], exposure }) =>
    [
      name,
      ...[hit10, hit20, hit50, mrr, auc].map(share),
      `${share(low)}–${share(high)}`,
      ...(exposure
        ? [share(exposure.gini), percent(exposure.mostShown), String(exposure.institutions)]
        : ['–', '–', '–']),
    ].join(' | '),
  );
  return [
    '| 排序 | hit@10 | hit@20 | hit@50 | MRR | AUC | hit@10 的 95% 区间 | 基尼系数 | 最常展示者占名单 | 展示过的机构 |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
  ];
}

/** What a back-test came to, as text. */
export function reportOf({ test, train, joined, edges, fitted, investors, projects }: Backtest): string {
  const { pairs, gain, bands } = investors;
  return [
    `投资记录 ${edges} 条，与轮次对上 ${joined} 条。测试期 ${test.from} 至 ${test.to}，训练期 ${train.from} 至 ${train.to}。`,
    '',
    `## 训练期：展示权重（取 ${fitted.exposure}）`,
    ...table(fitted.rows),
    '',
    `## 找投资方：${investors.queries} 个查询（${investors.rounds} 个轮次），平均 ${Math.round(investors.meanCandidates)} 家候选机构，只看首次投资`,
    ...table(investors.rows),
    '',
    `首次投资 ${pairs.first} 对，其中候选机构 ${pairs.candidates} 对，被硬条件排除 ${pairs.gated} 对（${percent(pairs.gated / Math.max(1, pairs.candidates + pairs.gated))}）。`,
    `以往轮次均摊的最低单笔若作为单笔下限，会排除其中 ${pairs.cheque} 对（${percent(pairs.cheque / Math.max(1, pairs.candidates))}，只计金额已知的轮次满 5 个的机构；不限个数为 ${pairs.chequeOfAny} 对）。`,
    `hit@10 比最好的积分法多 ${share(gain[0])} 至 ${share(gain[1])}（95%，成对重抽样）。`,
    `名次与实际投资：${bands.map((band) => `${band.from}–${band.to} 名 ${percent(band.share)}`).join('，')}。`,
    '',
    `## 找项目：${projects.queries} 个查询（机构 × 季度），平均 ${Math.round(projects.meanCandidates)} 个轮次，只看首次投资`,
    ...table(projects.rows),
  ].join('\n');
}
