const TEXT = ['text', 'longText'] as const;
const CHOICE = ['select'] as const;

/** What the first page of a user is made of. */
export const HOME_BLOCK = {
  purpose: '首页内容',
  object: 'HomeBlock',
  fields: {
    title: { apiName: 'title', types: TEXT },
    kind: {
      apiName: 'kind',
      types: CHOICE,
      options: ['list', 'count', 'chart', 'steps', 'waiting', 'changes', 'matches', 'talks'],
    },
    isPublished: { apiName: 'published', types: ['boolean'] },
    audience: {
      apiName: 'audience',
      types: ['multiSelect'],
      options: ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip', 'staff'],
    },
    position: { apiName: 'position', types: ['integer'] },
    width: { apiName: 'width', types: CHOICE, options: ['third', 'half', 'full'] },
    object: { apiName: 'objectName', types: TEXT },
    filter: { apiName: 'filter', types: TEXT },
    sort: { apiName: 'sort', types: TEXT },
    columns: { apiName: 'columns', types: ['textList'] },
    limit: { apiName: 'limit', types: ['integer'] },
    groupBy: { apiName: 'groupBy', types: TEXT },
    unit: { apiName: 'unit', types: CHOICE, options: ['week', 'month', 'quarter', 'year'] },
    measure: { apiName: 'measure', types: TEXT },
    look: { apiName: 'look', types: CHOICE, options: ['bar', 'line', 'pie'] },
    help: { apiName: 'help', types: TEXT },
    emptyWords: { apiName: 'emptyWords', types: TEXT },
    emptyAction: { apiName: 'emptyAction', types: TEXT },
    emptyLink: { apiName: 'emptyLink', types: TEXT },
    code: { apiName: 'code', types: TEXT },
  },
} as const;
