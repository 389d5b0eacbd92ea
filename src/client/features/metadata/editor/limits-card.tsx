import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import type { RowLimit } from '#schemas/metadata/row-limit.ts';
import { useRested } from '#client/lib/use-rested.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { LimitList } from '#client/features/metadata/definition-parts/limit-list.tsx';

const NONE: readonly RowLimit[] = [];

/** Rest after the last change of the object before the words of its limits follow, in milliseconds. */
const REST = 300;

/** Which records users with which roles see at all. */
export const LimitsCard = observer(function LimitsCard({ deps, draft }: DraftProps) {
  const object = useRested(draft.current, REST);
  const { limits = NONE } = draft.current.access;
  const put = useCallback(
    (next: readonly RowLimit[], key?: string) => {
      const { limits: _before, ...access } = draft.current.access;
      draft.change({ ...draft.current, access: { ...access, ...(next.length > 0 && { limits: [...next] }) } }, key);
    },
    [draft],
  );
  return (
    <LimitList
      {...{ deps, object, limits }}
      help="某些身份只看到符合条件的记录，列表、详情、搜索、统计、关联、导出、订阅、问答与接口都按它执行。适用多条时，符合任一条即可见；没有适用的可见全部，产品人员总是可见全部。保存后可在“列表”的预览中以各种角色查看。"
      empty="没有限定：能查看列表的人看到全部记录"
      onPut={put}
    />
  );
});
