import { describe, expect, it } from 'vitest';
import { textProblem } from '#shared/chat/message-text.ts';

describe('a text message', () => {
  it.each([
    '您好',
    ' 您好\n第二行\t',
    '\u{1f468}\u200d\u{1f469}',
    '<b>',
    '字'.repeat(2000),
    '\u{1f600}'.repeat(2000),
    '0',
  ])('may be %j', (text) => {
    expect(textProblem(text)).toBeUndefined();
  });

  it.each([
    ['', '请输入内容'],
    ['   \u3000\n', '请输入内容'],
    ['\u200b\ufe0f\u2060', '请输入内容'],
    ['a\u0000', '消息含有无法发送的字符'],
    ['a\u009b', '消息含有无法发送的字符'],
    ['字'.repeat(2001), '消息最多2000个字'],
    ['\u{1f600}'.repeat(2001), '消息最多2000个字'],
  ])('may not be %j', (text, message) => {
    expect(textProblem(text)).toBe(message);
  });
});
