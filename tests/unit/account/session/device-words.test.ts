import { describe, expect, it } from 'vitest';
import { deviceWords } from '#server/features/account/session/device-words.ts';

const AGENTS: readonly (readonly [agent: string, words: string, kind: string])[] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
    'Windows 电脑 · Chrome 131',
    'computer',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Windows 电脑 · Edge 131',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Mac 电脑 · Safari 17',
    'computer',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Linux 电脑 · Firefox 133', 'computer'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x1800322f) NetType/WIFI Language/zh_CN',
    'iPhone · 微信 8',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'iPad · Safari 17',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; 23127PN0CC) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/118.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/18.7',
    '安卓手机 · 小米浏览器 18',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; HarmonyOS; ALN-AL00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 HuaweiBrowser/15.0 Mobile Safari/537.36',
    '鸿蒙手机 · 华为浏览器 15',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    '安卓平板 · Chrome 130',
    'tablet',
  ],
  [
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/537.36 Chrome/86.0.0.0 Safari/537.36 QIHU 360SE',
    'Windows 电脑 · 360 浏览器',
    'computer',
  ],
];

describe('a device', () => {
  it.each(AGENTS)('%s is called by its own name', (agent, words, kind) => {
    expect(deviceWords(agent)).toEqual({ words, kind });
  });

  it.each(['', 'curl/8.5.0', '<script>alert(1)</script>', 'x'.repeat(300)])(
    'that says %j is called unknown and never by what it says',
    (agent) => {
      expect(deviceWords(agent)).toEqual({ words: '未知设备', kind: 'other' });
    },
  );

  it('is named in no time whatever it says', () => {
    const started = performance.now();
    deviceWords(`Android${' HarmonyOS Version/1 '.repeat(50)}`.slice(0, 300));
    expect(performance.now() - started).toBeLessThan(20);
  });
});
