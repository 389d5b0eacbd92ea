import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ContrastOutlined from '@mui/icons-material/ContrastOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import HighlightOff from '@mui/icons-material/HighlightOff';
import type { MatchList, MatchOrder } from '#schemas/api/match-lists.ts';
import type { Condition } from '#schemas/metadata/condition.ts';
import { encodeListState } from '#shared/lists/list-address.ts';
import { DEFAULT_LIST_STATE } from '#shared/lists/list-state.ts';
import { hashAddress } from '#client/lib/router.ts';

export type Row = MatchList['list'][number];
export type Criterion = Row['criteria'][number];

/** What each verdict is called, with its sign: the colour says nothing that these do not. */
export const VERDICTS = {
  fit: ['符合', CheckCircleOutlined],
  partly: ['部分符合', ContrastOutlined],
  miss: ['不符', HighlightOff],
  unknown: ['未知', HelpOutlined],
} as const satisfies Readonly<Record<Criterion['verdict'], readonly [string, typeof HelpOutlined]>>;

export const ORDERS: readonly (readonly [MatchOrder, string, string])[] = [
  ['likely', '最可能', '综合匹配与活跃程度'],
  ['focused', '更对口', '只看匹配，不看活跃程度'],
];

/** The order that a list has by itself. */
export const LISTED = ['列表顺序', '按列表的排序方式'] as const;

/** Does the project say something for it? The others are of one side alone, or are not known at all. */
export const isCompared = ({ subject }: Criterion): boolean => subject !== null;

/** The list of the user's own marks. */
const UNFIT_PATH = '/matching/unfit';

/** The address of one's marks for a project, or of those that one made as an investor. */
export function unfitHref(project: string | undefined): string {
  const filter: Condition =
    project === undefined
      ? { field: 'institution', op: 'empty' }
      : {
          and: [
            { field: 'project', op: 'in', value: [project] },
            { field: 'institution', op: 'notEmpty' },
          ],
        };
  return hashAddress(UNFIT_PATH + encodeListState({ ...DEFAULT_LIST_STATE, filter }));
}
