import { type fileReport, MAX_REPORT_IMAGES, MAX_REPORT_REASON, MAX_REPORT_TYPES } from '#schemas/api/reports.ts';
import type { BodyOf } from '#schemas/api/route.ts';
import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { Failure, type Problem } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import type { Db } from '#server/db/database.ts';
import { shanghaiDay, startOfShanghaiDay } from '#shared/time/shanghai.ts';
import { ownFile } from '#server/core/files/own-files.ts';
import { takeFiles } from '#server/core/files/taken-files.ts';
import { lockAccounts } from '#server/platform/staff-actions/queries.ts';
import { evidenceBetween, rangeProblems } from './evidence.ts';
import { insertReport, reportsSince } from './queries.ts';

type Filing = BodyOf<typeof fileReport>;

/** Reports of one account a day, in Asia/Shanghai. */
const MAX_A_DAY = 10;
const WRONG_PICTURE = '图片地址无效，请重新上传';

/** What is wrong with a report, in the words of its form; and the types that its labels name. */
function judge(filing: Filing, options: OptionSet): { problems: Problem[]; types: string[]; reason: string } {
  const labels = [...new Set(filing.reportType)];
  const open = new Map(options.options.filter(({ retired }) => !retired).map(({ label, value }) => [label, value]));
  const types = labels.map((label) => open.get(label)).filter((value) => value !== undefined);
  const reason = filing.reportReason?.trim() ?? '';
  const problems: Problem[] = [];
  const say = (field: string, message: string) => problems.push({ field, message });
  if (labels.length === 0) say('reportType', '请至少选择一个投诉类型');
  else if (labels.length > MAX_REPORT_TYPES) say('reportType', `最多选择${MAX_REPORT_TYPES}个投诉类型`);
  else if (types.length < labels.length) say('reportType', '投诉类型已变更，请重新选择');
  if (reason === '') say('reportReason', '请输入简要描述');
  else if ([...reason].length > MAX_REPORT_REASON) say('reportReason', `长度在 1 到 ${MAX_REPORT_REASON} 个字符`);
  if ((filing.img?.length ?? 0) > MAX_REPORT_IMAGES) say('img', `最多上传${MAX_REPORT_IMAGES}张图片`);
  else if (filing.img?.some((address) => !ownFile(address))) say('img', WRONG_PICTURE);
  return { problems, types, reason };
}

/**
 * Files a report of one person about another.
 * @throws Failure INVALID_BODY with the problems at their fields; UNKNOWN_RECORD when there is no such user; DUPLICATE
 * while an earlier one is open; TOO_MANY_REQUESTS beyond the limit of the day.
 */
export async function file(
  { db, options, now }: { db: Db; options: OptionSet; now: Date },
  filing: Filing,
  actor: Member,
): Promise<{ id: string; name: string }> {
  const reporterId = actor.id;
  const { problems, types, reason } = judge(filing, options);
  if (filing.beReportId === reporterId) problems.push({ field: 'beReportId', message: '不能举报自己' });
  problems.push(...rangeProblems(filing));
  if (problems[0]) throw new Failure('INVALID_BODY', problems[0].message, problems);
  const { beReportId: reportedId, img = [], source } = filing;
  return db.transaction().execute(async (trx) => {
    // Two reports of one user are serialised here, so that none counts what the other has not written yet.
    const accounts = await lockAccounts(trx, [reporterId, reportedId]);
    const reported = accounts.find(({ id }) => id === reportedId);
    if (!reported || reported.closed_at !== null) throw new Failure('UNKNOWN_RECORD', '用户不存在或已注销');
    if ((await reportsSince(trx, reporterId, startOfShanghaiDay(shanghaiDay(now)))) >= MAX_A_DAY)
      throw new Failure('TOO_MANY_REQUESTS', `每天最多举报${MAX_A_DAY}次，请明天再试`);
    await holdPictures(trx, img, reporterId, now);
    const evidence = await evidenceBetween(trx, reporterId, reportedId, filing);
    const report = { reporterId, reportedId, types, reason, images: img, source, evidence };
    const id = await insertReport(trx, report, now);
    if (id === undefined) throw new Failure('DUPLICATE', '您对该用户的举报正在核实，请勿重复提交');
    return { id, name: reported.name };
  });
}

/** Keeps the pictures of a report from being swept. @throws Failure INVALID_BODY unless the reporter uploaded all of them. */
async function holdPictures(trx: Db, addresses: readonly string[], reporterId: string, at: Date): Promise<void> {
  const taken = await takeFiles(trx, addresses, { accountId: reporterId, isStaff: false }, at);
  const isPicture = (address: string) => taken.get(ownFile(address)?.id ?? '')?.mime.startsWith('image/') === true;
  if (!addresses.every(isPicture))
    throw new Failure('INVALID_BODY', WRONG_PICTURE, [{ field: 'img', message: WRONG_PICTURE }]);
}
