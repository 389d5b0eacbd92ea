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

/** What a user is led through on the first page, one after another. */
export const HOME_STEP = {
  purpose: '首页步骤',
  object: 'HomeStep',
  fields: {
    title: { apiName: 'title', types: TEXT },
    words: { apiName: 'words', types: TEXT },
    action: { apiName: 'action', types: TEXT },
    path: { apiName: 'path', types: TEXT },
    audience: {
      apiName: 'audience',
      types: ['multiSelect'],
      options: ['visitor', 'member', 'founder', 'investor', 'organisation', 'svip', 'staff'],
    },
    /** The fact by which a step is done. */
    done: {
      apiName: 'done',
      types: CHOICE,
      options: ['signedIn', 'certified', 'company', 'plan', 'financing', 'focus', 'followed'],
    },
    position: { apiName: 'position', types: ['integer'] },
    isPublished: { apiName: 'published', types: ['boolean'] },
    code: { apiName: 'code', types: TEXT },
  },
} as const;
