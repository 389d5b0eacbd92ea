import type { ObjectAction } from '#schemas/metadata/action.ts';
import { archiveRecord, deleteRecord } from '#schemas/generated/api/lifecycle.ts';
import { MAX_REASON, MIN_REASON } from '#schemas/generated/api/staff-reason.ts';

const REASON: NonNullable<ObjectAction['form']> = [
  { apiName: 'reason', type: 'longText', label: '原因', required: true, minLength: MIN_REASON, maxLength: MAX_REASON },
];

/** What staff may do with a record of an object as a whole: as an action of a system object is done. */
export const retiringActions = (objectApiName: string): ObjectAction[] => {
  const route = (path: string) => `POST ${path.replace('{objectApiName}', objectApiName)}`;
  return [
    { id: 'merge', label: '合并', link: `/staff/merge/${objectApiName}/{id}` },
    {
      id: 'archive',
      label: '归档',
      route: route(archiveRecord.path),
      form: REASON,
      confirm: '归档后记录不再出现在列表、搜索、统计与导出中，引用它的记录保持不变；可以在“归档与删除”中恢复。',
      done: '已归档',
    },
    {
      id: 'delete',
      label: '删除',
      route: route(deleteRecord.path),
      form: REASON,
      confirm: '没有其他记录引用时才能删除；30 天内可以在“归档与删除”中恢复。',
      done: '已删除',
      tone: 'danger',
    },
  ];
};
