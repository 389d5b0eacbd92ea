// `npm run move-files -- --to bucket|folder [--remove]`: copies all uploaded and imported files from the folders of this installation to the
// bucket of S3_BUCKET_URL, or back. It can be ended and begun again: what is there already is not copied once more. With
// `--remove` what was copied is then taken away where it came from.
import { Failure } from '#shared/errors.ts';
import { existingVault } from '#server/db/vault.ts';
import { FileStore, objectsOf } from '#server/platform/files/file-store.ts';
import { type CopyOutcome, copyObjects, removeCopied } from '#server/platform/objects/copy-objects.ts';
import { ownConfiguration, readArguments, runCommand, UsageError } from './command-line.ts';
import { progressOn } from './progress.ts';

const USAGE = `用法：
  npm run move-files -- --to bucket [--remove]   把上传和导入的文件从本机目录复制到 S3 存储桶
  npm run move-files -- --to folder [--remove]   把文件从 S3 存储桶复制回本机目录
  --remove   复制并核对后，删除原处的文件`;
const MIB = 2 ** 20;

const told = ({ copied, there, bytes }: CopyOutcome): string =>
  `已复制 ${copied} 个文件（${(bytes / MIB).toFixed(1)} MB），已有 ${there} 个`;

await runCommand(async () => {
  const { values } = readArguments(USAGE, { to: { type: 'string' }, remove: { type: 'boolean' } });
  if (values.to !== 'bucket' && values.to !== 'folder') throw new UsageError(USAGE);
  const { uploadDir, importDir, bucket, database } = ownConfiguration();
  if (!bucket) throw new Failure('UNAVAILABLE', '没有设置 S3_BUCKET_URL 等 S3 存储的环境变量。');
  const folder = objectsOf({ uploadDir, importDir });
  const [from, to] = values.to === 'bucket' ? [folder, bucket] : [bucket, folder];
  if (values.to === 'bucket') await sealFirst({ uploadDir, importDir }, database);
  const bar = progressOn(process.stderr, () => performance.now());
  const outcome = await copyObjects(from, to, (each) => bar.step(told(each)));
  bar.end();
  console.log(`${told(outcome)}。`);
  if (values.remove) console.log(`已从原处删除 ${await removeCopied(from, to)} 个文件。`);
});

/** Files of releases that did not seal them are not brought to the bucket as they are. */
async function sealFirst(
  places: { readonly uploadDir: string; readonly importDir: string },
  { secretKey, dataDir }: ReturnType<typeof ownConfiguration>['database'],
): Promise<void> {
  const vault = existingVault(secretKey, dataDir);
  if (!vault) throw new Failure('UNAVAILABLE', '没有密钥：请设置写入这些数据时所用的 SECRET_KEY。');
  const { sealed, left } = await new FileStore(places, vault).sealPrivate(async () => undefined);
  if (sealed > 0) console.log(`非公开文件：已加密 ${sealed} 个`);
  for (const id of left) console.log(`非公开文件 ${id} 无法打开，请从备份恢复`);
}
