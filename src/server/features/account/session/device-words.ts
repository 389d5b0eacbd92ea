import type { Device } from '#schemas/api/devices.ts';

/** What a browser's own words for itself say about it. */
interface DeviceWords {
  readonly kind: Device['kind'];
  readonly words: string;
}

type Named = readonly [pattern: RegExp, name: string];

/** In this order: most browsers also name those that they want to be taken for. */
const BROWSERS: readonly Named[] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/DingTalk\/(\d+)/, '钉钉'],
  [/(?:Lark|Feishu)\/(\d+)/, '飞书'],
  [/QQ\/(\d+)/, 'QQ'],
  [/HuaweiBrowser\/(\d+)/, '华为浏览器'],
  [/MiuiBrowser\/(\d+)/, '小米浏览器'],
  [/VivoBrowser\/(\d+)/, 'vivo 浏览器'],
  [/HeyTapBrowser\/(\d+)/, 'OPPO 浏览器'],
  [/UCBrowser\/(\d+)/, 'UC 浏览器'],
  [/M?QQBrowser\/(\d+)/, 'QQ 浏览器'],
  [/QIHU|360SE|360EE/, '360 浏览器'],
  [/SamsungBrowser\/(\d+)/, '三星浏览器'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[^ ]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string, kind: Device['kind']])[] = [
  [/iPad/, 'iPad', 'tablet'],
  [/iPhone|iPod/, 'iPhone', 'phone'],
  [/(?:HarmonyOS|OpenHarmony).*(?:Tablet|Pad)/, '鸿蒙平板', 'tablet'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙手机', 'phone'],
  [/Android.*Mobile/, '安卓手机', 'phone'],
  [/Android/, '安卓平板', 'tablet'],
  [/Windows NT/, 'Windows 电脑', 'computer'],
  [/Macintosh|Mac OS X/, 'Mac 电脑', 'computer'],
  [/CrOS/, 'Chromebook', 'computer'],
  [/Linux|X11/, 'Linux 电脑', 'computer'],
];

/** What a device is called, from the header User-Agent: `Windows 电脑 · Chrome 131`. Unknown words are never shown as they are. */
export function deviceWords(userAgent: string): DeviceWords {
  const [, system = '未知设备', kind = 'other' as const] = SYSTEMS.find(([pattern]) => pattern.test(userAgent)) ?? [];
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent));
  const version = browser && browser[0].exec(userAgent)?.[1];
  const called = browser && (version === undefined ? browser[1] : `${browser[1]} ${version}`);
  return { kind, words: called === undefined ? system : `${system} · ${called}` };
}
