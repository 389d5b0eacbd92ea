/** 自动化, version 1. Generated from metadata; do not edit. */
export interface Automation {
  /** 规则名称 */
  title: string;
  /** 规则状态 */
  state: "off" | "on" | "paused";
  /** 暂停原因 */
  pauseReason?: string;
  /** 规则对象 */
  objectName: string;
  /** 触发方式 */
  trigger: "created" | "changed" | "dateReached";
  /** 触发字段 */
  watched?: string[];
  /** 日期字段 */
  dateField?: string;
  /** 提前或推后天数 */
  dayOffset?: number;
  /** 规则条件 */
  filter?: string;
  /** 执行动作 */
  action: "notify" | "setField" | "review" | "webhook";
  /** 通知谁 */
  recipients?: ("owner" | "data" | "audit" | "money" | "access")[];
  /** 通知内容 */
  words?: string;
  /** 填写的字段 */
  targetField?: string;
  /** 填写的值 */
  targetValue?: string;
  /** 每分钟最多 */
  perMinute?: number;
  /** 每天最多 */
  perDay?: number;
  /** 规则标识 */
  code?: string;
}
