/** 首页步骤, version 1. Generated from metadata; do not edit. */
export interface HomeStep {
  /** 步骤名称 */
  title: string;
  /** 步骤说明 */
  words: string;
  /** 步骤按钮 */
  action: string;
  /** 步骤去处 */
  path: string;
  /** 步骤读者 */
  audience?: ("visitor" | "member" | "founder" | "investor" | "organisation" | "svip" | "staff")[];
  /** 完成条件 */
  done: "signedIn" | "certified" | "company" | "plan" | "financing" | "focus" | "followed";
  /** 步骤顺序 */
  position?: number;
  /** 步骤是否显示 */
  published?: boolean;
  /** 步骤标识 */
  code?: string;
}
