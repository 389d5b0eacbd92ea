import type { Webhook, WebhookDelivery, WebhookEvent } from '#schemas/api/webhooks.ts';

export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'record.changed': '记录变更',
  'alert.hit': '订阅提醒',
  'list.changed': '清单变更',
  'automation.ran': '自动化',
};

/** What a webhook is sent, in one line. */
export const takenWords = (
  { events, objectApiName, filter }: Webhook,
  labelOf: (objectApiName: string) => string,
): string =>
  events
    .map((event) =>
      event === 'record.changed' && objectApiName !== null
        ? `${labelOf(objectApiName)}${EVENT_WORDS[event]}${filter === null ? '' : '（有条件）'}`
        : EVENT_WORDS[event],
    )
    .join('、');

const STATES: Readonly<Record<WebhookDelivery['state'], string>> = {
  due: '等待发送',
  sent: '已送达',
  failed: '失败',
  dropped: '未发送',
};

/** What became of a message. */
export const outcomeWords = ({ state, status, problem, tries }: WebhookDelivery): string =>
  [STATES[state], status === null ? '' : `状态 ${status}`, problem ?? '', tries > 1 ? `第 ${tries} 次` : '']
    .filter(Boolean)
    .join(' · ');
