import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** What keeps users from an object, in words; nothing of objects that each user has on pages of the product. */
export function reachWords({
  kind,
  route,
  fixedLists = [],
  access,
}: Pick<ObjectDefinition, 'kind' | 'route' | 'fixedLists' | 'access'>): string[] {
  if (kind !== undefined || access.list === 'owner') return [];
  const hasAddress = route !== undefined || fixedLists.length > 0;
  return [
    ...(hasAddress ? [] : ['没有列表地址：导航中没有它，只能从其他页面的链接到达']),
    ...(access.list === 'staff' && access.detail === 'staff'
      ? ['列表与详情只限产品人员查看：其他用户看不到它']
      : access.list === 'staff' && hasAddress
        ? ['列表只限产品人员查看：其他用户的导航中没有它']
        : []),
  ];
}
