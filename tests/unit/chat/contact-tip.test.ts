import { describe, expect, it } from 'vitest';
import { CONTACT_TIP, contactTip } from '#shared/chat/contact-tip.ts';

describe('the tip to use the button', () => {
  it.each([
    '13800138000',
    '我的电话13800138000，方便聊吗',
    '138 0013 8000',
    '138-0013-8000',
    '138.0013.8000',
    '1 3 8 0 0 1 3 8 0 0 0',
    '1-3-8-0-0-1-3-8-0-0-0',
    '１３８００１３８０００',
    '①③⑧00①③⑧000',
    '1️⃣3️⃣8️⃣0️⃣0️⃣1️⃣3️⃣8️⃣0️⃣0️⃣0️⃣',
    '一三八零零一三八零零零',
    '幺三八〇〇幺三八〇〇〇',
    '壹叁捌零零壹叁捌零零零',
    '138零零一三八000',
    '+86 138 0013 8000',
    '0086-13800138000',
    '(+86)13800138000',
    '138\u200b0013\u200b8000',
    '010-62345678',
    '0571 8765 4321',
    '(021)6234 5678',
    '400-820-8820',
    '手机：6234 5678',
    'tel: +852 2345 6789',
    '微信：jingtu2026',
    '微信号是 abcdefg',
    '薇信 jingtu_2026',
    'V信：jingtu-2026',
    'vx jingtu2026',
    'VX：jingtu',
    'wx:jingtu2026',
    'ＷＸ：ｊｉｎｇｔｕ２０２６',
    '加v jingtu2026',
    '加我WeChat: jingtu2026',
    'v: jingtu2026',
    'wxid_a1b2c3d4e5f6',
    '微信13800138000',
    '微信 12345678',
    'QQ 12345678',
    'qq号：123456',
  ])('is given for %j', (text) => {
    expect(contactTip(text)).toBe(CONTACT_TIP);
  });

  it.each([
    '融资3000万元',
    '本轮融资 30,000,000 元，估值 13,800,000,000 元',
    '估值13800000000元',
    '估值 13800000000 美元',
    '¥13800138000',
    '营收 1.38 亿元，同比增长 13.8%',
    '2019年到2023年',
    '2024-12-31 至 2025-06-30',
    '成立于2016.08.01，员工1200人',
    '1998-12-31 200人',
    '二〇二六年十一月二十一日',
    '一起看看这三个项目，五点可以吗',
    '统一社会信用代码 91110108MA01ABCD1X',
    '订单号 20261121000138001380001',
    '我们做微信小程序和微信支付',
    '微信 Android 端与 iOS 端',
    '支持 WeChat、WhatsApp',
    '版本 v1.2.3 与 v2.0',
    '3:2 的比例，10-20-30',
    '回报 1.35 2.46 3.57 4.68 5.79 倍',
    '专利号 ZL201510123456.7',
    '第13、18、21号',
    '您好，方便把 BP 发我看看吗？',
    '',
  ])('is not given for %j', (text) => {
    expect(contactTip(text)).toBeNull();
  });

  it('comes to an end for texts that repeat what numbers and ids begin with', () => {
    const texts = ['1 '.repeat(1000), '微信'.repeat(1000), '-'.repeat(2000), '86'.repeat(1000), '电话 '.repeat(600)];
    expect(texts.map(contactTip)).toEqual(Array(5).fill(null));
    expect(contactTip(`v:${'a'.repeat(1998)}`)).toBe(CONTACT_TIP);
  });
});
