import { describe, expect, it } from 'vitest';
import { INMAIL_PAGE_SIZE, MESSAGE_TYPES, PAGE_SIZE, RECALL_MS } from '#schemas/api/chat.ts';
import { INTERESTED_PAGE_SIZE } from '#schemas/api/chat-people.ts';
import {
  COUNTED_SYSTEM_TYPES,
  FEED_PAGE_SIZES,
  FEED_TYPES,
  SYSTEM_CHAT_UIDS,
  SYSTEM_TEMPLATE,
  SYSTEM_TYPES,
} from '#schemas/api/notices.ts';
import { MAX_REPORT_IMAGES, MAX_REPORT_REASON, MAX_REPORT_TYPES } from '#schemas/api/reports.ts';
import { MAX_PICTURE_BYTES } from '#schemas/api/uploads.ts';
import { FAILURES } from '#shared/errors.ts';
import { shippedOptionSets } from '#server/core/catalog/shipped.ts';

describe('the chat', () => {
  it('numbers its ten types of messages as others do who read them', () => {
    expect(MESSAGE_TYPES).toEqual({
      text: 0,
      assistantContact: 5,
      exchangeResult: 9,
      phoneRequest: 10,
      weixinRequest: 11,
      bpRequest: 12,
      picture: 13,
      project: 14,
      phoneAgreed: 15,
      weixinAgreed: 16,
    });
  });

  it('knows the system types 2 helper, 3 notice, 4 analyst, 5 interested, 6 live helper and 7 live follow', () => {
    expect(SYSTEM_TYPES).toEqual({ helper: 2, notice: 3, analyst: 4, interested: 5, liveHelper: 6, liveFollow: 7 });
    expect(SYSTEM_CHAT_UIDS[SYSTEM_TYPES.interested]).toBe('interestedMsg');
    expect(SYSTEM_TEMPLATE).toBe(300);
    expect(FEED_TYPES).toEqual([2, 3, 4, 6, 7]);
  });

  it('counts system types 3, 4, 6 and 7 as unread', () => {
    expect(COUNTED_SYSTEM_TYPES).toEqual([3, 4, 6, 7]);
  });

  it('has pages of 100 people, 10 messages, 20 of the analyst, 10 of what is live and 20 who are interested', () => {
    expect([INMAIL_PAGE_SIZE, PAGE_SIZE, INTERESTED_PAGE_SIZE]).toEqual([100, 10, 20]);
    expect(FEED_PAGE_SIZES).toMatchObject({ 4: 20, 6: 10, 7: 10 });
  });

  it('takes pictures of 5 MB, messages back for two minutes, and three types, three pictures and 100 characters of a report', () => {
    expect([MAX_PICTURE_BYTES, RECALL_MS]).toEqual([5 * 1024 * 1024, 120_000]);
    expect([MAX_REPORT_TYPES, MAX_REPORT_IMAGES, MAX_REPORT_REASON]).toEqual([3, 3, 100]);
  });

  it('refuses a message with the codes 104 and 105', () => {
    expect([FAILURES.CHAT_BLOCKED.code, FAILURES.CHAT_LIMITED.code]).toEqual([104, 105]);
  });

  it('offers the eight types of a report under their numbers', () => {
    const types = shippedOptionSets().find(({ name }) => name === 'reportType');
    expect(types?.options.map(({ value, label }) => [value, label])).toEqual([
      ['4', '身份与任职单位不符'],
      ['5', '推销培训课程'],
      ['6', '冒用他人身份'],
      ['7', '邀请参加付费会议'],
      ['8', '发送垃圾营销信息'],
      ['9', '过度骚扰'],
      ['10', '虚假机构'],
      ['11', '其他'],
    ]);
  });
});
