// Written by `npm run schemas` from schemas/metadata/icon.ts: change it there.
import type * as source from '#schemas/metadata/icon.ts';

export const ICON_LABELS: typeof source.ICON_LABELS = { company: "企业", institution: "机构", deal: "握手", fund: "储蓄", manager: "名牌", person: "人物", people: "团队", route: "路线", factory: "工厂", news: "报纸", report: "文档", project: "火箭", chart: "图表", event: "日历", place: "地点", product: "货箱", goods: "购物袋", law: "法槌", patent: "灯泡", award: "奖杯", network: "网络", school: "院校", health: "医疗", energy: "闪电", chip: "芯片", transport: "货车", farming: "农机", help: "问号", settings: "齿轮", folder: "文件夹", list: "列表" };
