import type { Line } from './line.ts';
import type { Lines } from './lines.ts';

/** Lines of one digest. */
const MOST_LINES = 30;

export interface Digest {
  readonly title: string;
  readonly body: string;
}

const withNames = ({ text, names }: Line): string =>
  `· ${text}${names.length > 0 ? ` — 命中：${names.join('、')}` : ''}`;

/** Those lines that a digest has in full. */
export const shownOf = <L>(lines: readonly L[]): L[] => lines.slice(0, MOST_LINES);

/** A digest in words: what is new first, then what is of long ago and was written down now. Undefined where it says nothing. */
export function digestOf({ lines, hidden }: Pick<Lines, 'lines' | 'hidden'>): Digest | undefined {
  if (lines.length === 0 && hidden === 0) return undefined;
  const late = lines.filter(({ isLate }) => isLate);
  const counted = [
    [lines.filter(({ kind, isLate }) => kind === 'entered' && !isLate).length, '新增'],
    [lines.filter(({ kind, isLate }) => kind === 'changed' && !isLate).length, '更新'],
    [lines.filter(({ kind, isLate }) => kind === 'corrected' && !isLate).length, '更正'],
    [lines.filter(({ kind, isLate }) => kind === 'left' && !isLate).length, '不再符合'],
    [late.length, '补录'],
  ] as const;
  const words = counted.filter(([count]) => count > 0).map(([count, word]) => `${word} ${count} 条`);
  const shown = shownOf(lines);
  const section = (heading: string, some: readonly Line[]) =>
    some.length > 0 ? [heading, ...some.map(withNames)] : [];
  const rest = lines.length - shown.length;
  const body = [
    ...shown.filter(({ isLate }) => !isLate).map(withNames),
    ...section(
      '补录（较早发生，新近收录）：',
      shown.filter(({ isLate }) => isLate),
    ),
    ...(rest > 0 ? [`还有 ${rest} 条，见“我的订阅”。`] : []),
    ...(hidden > 0 ? [`另有 ${hidden} 条更新，您当前的权限不能查看。`] : []),
  ];
  return { title: `订阅提醒：${words.join('、') || `${hidden} 条更新`}`, body: body.join('\n') };
}
