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
  // Of one user a company has one request that is not refused.
  {
    table: 'plan_request',
    label: 'BP 申请',
    column: 'company_id',
    object: company,
    rule: 'moveUnlessThere',
    key: ['id'],
    per: ['account_id'],
    where: `moving.state <> 'refused'`,
  },
  {
    table: 'plan_request',
    label: 'BP 申请',
    column: 'company_id',
    object: company,
    rule: 'move',
    key: ['id'],
    where: `moving.state = 'refused'`,
  },
  { table: 'identity_case', label: '认证申请', column: 'company_id', object: company, rule: 'move', key: ['id'] },
  { table: 'chat_exchange', label: 'BP 交换', column: 'company_id', object: company, rule: 'move', key: ['id'] },
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
  { table: 'financing_case', label: '融资需求', column: 'company_id', object: company, rule: 'move', key: ['id'] },
  {
    table: 'financing_case',
    label: '融资需求的项目',
    column: 'project_id',
    object: project,
    rule: 'move',
    key: ['id'],
  },
  {
    table: 'financing_case',
    label: '融资成交',
    column: 'deal_record_id',
    object: BINDINGS.transaction.object,
    rule: 'move',
    key: ['id'],
  },
  { table: 'deal_contact', label: '跟进的企业', column: 'company_id', object: company, rule: 'move', key: ['id'] },
  { table: 'deal_contact', label: '跟进的项目', column: 'project_id', object: project, rule: 'move', key: ['id'] },
  {
    table: 'deal_contact',
    label: '跟进的机构',
    column: 'institution_id',
    object: institution,
    rule: 'move',
    key: ['id'],
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

/** Columns that may hold ids and stay as they are, and why. */
export const LEFT_COLUMNS: readonly { readonly why: string; readonly columns: readonly string[] }[] = [
  {
    why: 'What happened to a record under its own id stays there.',
    columns: [
      'audit_log.target_id',
      'audit_log.details',
      'change_log.record_id',
      'record_history.record_id',
      'record_history.changes',
      'derived_history.record_id',
      'derived_history.changes',
      'correction.before',
      'correction.proposed',
      'financing_case.deal',
      'import_kept.record_id',
      'bulk_record.record_id',
      'bulk_kept.record_id',
      'gone_record.record_id',
      'stated_import.record_id',
      'stated_import.before',
      'stated_import.after',
      'gone_record.row',
      'gone_record.keys',
    ],
  },
  {
    why: 'It is the merge itself.',
    columns: [
      'record_alias.old_id',
      'record_alias.record_id',
      'merge.survivor_id',
      'merge.loser_id',
      'merge.choices',
      'merge.loser_row',
      'merge.survivor_row',
      'merge.merged_row',
      'merge_moved.record_id',
      'merge_moved.row',
    ],
  },
  {
    why: 'It follows from the records and is kept right by what writes them.',
    columns: [
      'record_search.id',
      'derived_mark.record_id',
      'derived_edge.parent',
      'derived_edge.child',
      'match_key.record_id',
      'duplicate_pair.low_id',
      'duplicate_pair.high_id',
      'rule_breach.record_id',
      'stated_difference.record_id',
      'stated_difference.record_name',
      'rule_breach.record_name',
      'quality_finding.record_id',
      'quality_finding.record_name',
    ],
  },
  {
    why: 'An old id in it leads to the survivor, as aliases are followed where records are read.',
    columns: ['export_run.query', 'live.link', 'notice.link'],
  },
  {
    why: 'Records of forms belong to one user each and are not merged.',
    columns: ['identity_case.record_id'],
  },
  {
    why: 'It is metadata, or what was sold.',
    columns: [
      'meta_object.definition',
      'meta_object_version.definition',
      'meta_object_version.steps',
      'option_set.definition',
      'option_set_version.definition',
      'purchase_order.product',
      'redemption_batch.product',
    ],
  },
  {
    why: 'It names accounts, conversations or rows of the platform.',
    columns: [
      'audit_log.actor_id',
      'audit_log.id',
      'audit_log.target_kind',
      'chat_conversation.opened_by',
      'chat_inbox.conversation_id',
      'chat_inbox.peer_id',
      'chat_inbox.user_id',
      'chat_message.conversation_id',
      'chat_message.sender_id',
      'chat_user_state.user_id',
      'coin_transaction.actor_id',
      'coin_transaction.target_id',
      'coin_transaction.target_kind',
      'index_job.target',
      'live_telling.told_to',
      'notice_cursor.read_id',
      'project_interest.id',
      'gone_record.bulk_id',
      'report.conversation_id',
      'saved_view.id',
      'vip_period.granted_by',
      'vip_period.revoked_by',
    ],
  },
  {
    why: 'It counts, or says how far something has come.',
    columns: [
      'attempt.at',
      'change_epoch.cut_seq',
      'bulk_edit.changes',
      'bulk_edit.preview',
      'bulk_edit.run',
      'bulk_edit.undo',
      'chat_inbox.rev',
      'chat_user_state.rev',
      'derived_link.filled_to',
      'equivalent_pass.state',
      'match_state.filled_to',
      'quality_day.filled',
      'quality_day.records',
      'quality_day.stale',
      'quality_source.records',
      'quality_source.stale',
      'quality_state.checked',
      'quality_state.wrong',
      'quality_state.passed_to',
      'match_state.passed_to',
      'stated_value.value',
      'file.bytes',
      'formula_state.filled_to',
      'import_job.checked',
      'import_job.file_bytes',
      'import_job.mapping',
      'import_job.progress',
      'import_job.result',
      'import_job.undo',
      'import_run.state',
      'rate_state.revision',
      'search_state.filled_to',
      'upload_ticket.bytes',
    ],
  },
];
