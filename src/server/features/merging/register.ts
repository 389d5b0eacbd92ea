import { BINDINGS } from '#schemas/bindings.ts';

/**
 * What a merge does with a column of the platform that names records. `move`: it names the survivor. `moveUnlessThere`:
 * likewise, save that a row is taken away where the survivor has one that is equal in `per`. `replace`: in an array.
 */
export interface MovedColumn {
  readonly table: string;
  readonly column: string;
  /** What its rows are, for staff. */
  readonly label: string;
  readonly rule: 'move' | 'moveUnlessThere' | 'replace';
  /** The object whose records it names; otherwise the column `object_api_name` of the row says so. */
  readonly object?: string;
  /** What tells one row of a record from the others: no other row of the record is equal in these. */
  readonly key: readonly string[];
  /** What two rows have in common that cannot both name one record. */
  readonly per?: readonly string[];
  /** Rows that are moved, all when absent: `moving` is the alias of the table. */
  readonly where?: string;
}

const company = BINDINGS.company.object;
const institution = BINDINGS.institution.object;
const project = BINDINGS.project.object;

const moved = (table: string, label: string, column: string, object: string, key = 'id'): MovedColumn => ({
  table,
  label,
  column,
  object,
  rule: 'move',
  key: [key],
});

/** Every column of the platform that follows a record when it is merged into another. */
export const MOVED_COLUMNS: readonly MovedColumn[] = [
  { table: 'record_key', label: '来源编号', column: 'record_id', rule: 'move', key: ['source', 'key'] },
  {
    table: 'company_member',
    label: '企业代表',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: ['account_id'],
    per: ['account_id'],
  },
  {
    table: 'plan_reading',
    label: 'BP 查阅',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id'],
  },
  // Of one user a company has one invitation that waits.
  {
    table: 'company_invitation',
    label: '成员邀请',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id'],
    where: `moving.state = 'waiting'`,
  },
  {
    table: 'company_invitation',
    label: '成员邀请',
    column: 'company_id',
    object: company,
    rule: 'move',
    key: ['id'],
    where: `moving.state <> 'waiting'`,
  },
  { table: 'record_note', label: '笔记', column: 'record_id', rule: 'move', key: ['id'] },
  moved('record_note', '笔记共享的机构', 'institution_id', institution),
  // Of one user a record has one subscription of a kind.
  {
    table: 'alert_subscription',
    label: '订阅',
    column: 'target_id',
    rule: 'moveUnlessThere',
    key: ['account_id', 'source'],
    per: ['account_id', 'source'],
    where: `moving.source not in ('view', 'list')`,
  },
  {
    table: 'alert_member',
    label: '订阅的命中',
    column: 'record_id',
    rule: 'moveUnlessThere',
    key: ['subscription_id'],
    per: ['subscription_id'],
  },
  {
    table: 'list_item',
    label: '清单',
    column: 'record_id',
    rule: 'moveUnlessThere',
    key: ['list_id'],
    per: ['list_id'],
  },
  {
    table: 'list_value',
    label: '清单自定义列的内容',
    column: 'record_id',
    rule: 'moveUnlessThere',
    key: ['list_id'],
    per: ['list_id'],
  },
  {
    table: 'record_party',
    label: '联系人',
    column: 'record_id',
    rule: 'moveUnlessThere',
    key: ['account_id'],
    per: ['account_id'],
  },
  {
    table: 'company_plan',
    label: 'BP 公开设置',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: [],
    per: [],
  },
  // Of one user a company has one request that waits or holds.
  {
    table: 'plan_request',
    label: 'BP 申请',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id'],
    where: `moving.state in ('pending', 'approved')`,
  },
  {
    table: 'plan_request',
    label: 'BP 申请',
    column: 'company_id',
    object: company,
    rule: 'move',
    key: ['id'],
    where: `moving.state not in ('pending', 'approved')`,
  },
  moved('identity_case', '认证申请', 'company_id', company),
  {
    table: 'identity_draft',
    label: '未提交的表单',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id', 'object_api_name'],
  },
  moved('chat_exchange', 'BP 交换', 'company_id', company),
  {
    table: 'chat_delivery',
    label: 'BP 投递',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: ['from_id', 'to_id'],
    per: ['from_id', 'to_id'],
  },
  { table: 'project_interest', label: '投资人浏览', column: 'ccids', object: company, rule: 'replace', key: ['id'] },
  {
    table: 'financing_case',
    label: '融资需求的内容',
    column: 'record_id',
    object: BINDINGS.financing.object,
    rule: 'moveUnlessThere',
    key: [],
    per: [],
  },
  moved('financing_case', '融资需求', 'company_id', company),
  moved('financing_case', '融资需求的项目', 'project_id', project),
  moved('financing_case', '融资成交', 'deal_record_id', BINDINGS.transaction.object),
  moved('deal_contact', '跟进的企业', 'company_id', company),
  moved('deal_contact', '跟进的项目', 'project_id', project),
  moved('deal_contact', '跟进的机构', 'institution_id', institution),
  moved('investor_link', '投资人账号的机构', 'institution_id', institution, 'account_id'),
  moved('investor_link', '投资人账号的资料', 'investor_id', BINDINGS.investor.object, 'account_id'),
  {
    table: 'record_visit',
    label: '企业浏览',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id', 'project_id', 'day'],
  },
  {
    table: 'record_visit',
    label: '项目浏览',
    column: 'project_id',
    object: project,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id', 'company_id', 'day'],
  },
  moved('visit_card', '访客的机构', 'institution_id', institution, 'account_id'),
  {
    table: 'match_feedback',
    label: '不合适的匹配',
    column: 'project_id',
    object: project,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id', 'institution_id'],
  },
  {
    table: 'match_feedback',
    label: '不合适的匹配',
    column: 'institution_id',
    object: institution,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id', 'project_id'],
  },
  {
    table: 'match_shown',
    label: '匹配列表的曝光',
    column: 'institution_id',
    object: institution,
    rule: 'moveUnlessThere',
    key: ['day', 'asker'],
    per: ['day', 'asker'],
  },
  // Of each source the survivor's own statement is kept; a pin comes before all of them.
  {
    table: 'stated_value',
    label: '给定值',
    column: 'record_id',
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['field', 'source'],
    where: 'not moving.pinned',
  },
  {
    table: 'stated_value',
    label: '给定值',
    column: 'record_id',
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['field'],
    where: 'moving.pinned',
  },
  // What was decided stays what it was; its id still leads to the record.
  {
    table: 'correction',
    label: '待处理的纠错',
    column: 'record_id',
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id', 'field'],
    where: `moving.state = 'pending'`,
  },
];
