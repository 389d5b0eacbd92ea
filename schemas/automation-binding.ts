const TEXT = ['text', 'longText'] as const;
const CHOICE = ['select'] as const;
const NUMBER = ['integer'] as const;

/** What is done by itself when records change or reach a date. */
export const AUTOMATION = {
  purpose: '自动化',
  object: 'Automation',
  fields: {
    title: { apiName: 'title', types: TEXT },
    state: { apiName: 'state', types: CHOICE, options: ['off', 'on', 'paused'] },
    pauseReason: { apiName: 'pauseReason', types: TEXT },
    object: { apiName: 'objectName', types: TEXT },
    trigger: { apiName: 'trigger', types: CHOICE, options: ['created', 'changed', 'dateReached'] },
    watched: { apiName: 'watched', types: ['textList'] },
    dateField: { apiName: 'dateField', types: TEXT },
    dayOffset: { apiName: 'dayOffset', types: NUMBER },
    filter: { apiName: 'filter', types: TEXT },
    action: { apiName: 'action', types: CHOICE, options: ['notify', 'setField', 'review', 'webhook'] },
    recipients: {
      apiName: 'recipients',
      types: ['multiSelect'],
      options: ['owner', 'data', 'audit', 'money', 'access'],
    },
    words: { apiName: 'words', types: TEXT },
    targetField: { apiName: 'targetField', types: TEXT },
    targetValue: { apiName: 'targetValue', types: TEXT },
    perMinute: { apiName: 'perMinute', types: NUMBER },
    perDay: { apiName: 'perDay', types: NUMBER },
    code: { apiName: 'code', types: TEXT },
  },
} as const;
