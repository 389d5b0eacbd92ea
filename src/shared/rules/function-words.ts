/** What functions of one value are called. */
export const PARTS: Readonly<Record<string, (a: string) => string>> = {
  firstDay: (day) => `${day}的首日`,
  lastDay: (day) => `${day}的末日`,
  year: (day) => `${day}的年份`,
  month: (day) => `${day}的月份`,
  day: (day) => `${day}的日`,
  abs: (number) => `${number}的绝对值`,
};

/** What functions of two values are called. */
export const PAIRS: Readonly<Record<string, (a: string, b: string) => string>> = {
  daysBetween: (from, to) => `${from} 到 ${to} 的天数`,
  monthsBetween: (from, to) => `${from} 到 ${to} 的月数`,
  yearsBetween: (from, to) => `${from} 到 ${to} 的年数`,
  sameCurrency: (one, other) => `${one} 与 ${other} 币种相同`,
  addDays: (day, count) => `${day} 加 ${count} 天`,
  addMonths: (day, count) => `${day} 加 ${count} 个月`,
  round: (number, places) => `${number} 四舍五入到 ${places} 位小数`,
  min: (one, other) => `${one} 与 ${other} 中较小的`,
  max: (one, other) => `${one} 与 ${other} 中较大的`,
};
