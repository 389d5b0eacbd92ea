import { setTimeout as wait } from 'node:timers/promises';
import { Complaints } from '#shared/complaints.ts';
import type { Environment } from '#server/environment.ts';
import { BucketObjects } from './bucket-objects.ts';

const NAMES = ['S3_BUCKET_URL', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_KEY'] as const;

/** By host the address has no path, by path it has the name of the bucket alone: names of objects go behind it. */
const ADDRESS = /^https?:\/\/[^/?#@]+(\/[^/?#]+)?\/?$/;

/**
 * The bucket that the environment names; undefined where it names none, and files are kept in folders. `say` hears when it is
 * lost, and when it is there again.
 * @throws Failure with words for the operator who starts the server, when it is named but not whole
 */
export function readBucket(env: Environment, say: (line: string) => void): BucketObjects | undefined {
  if (!NAMES.some((name) => env[name])) return undefined;
  const complaints = new Complaints();
  const missing = NAMES.filter((name) => !env[name]);
  if (missing.length > 0) complaints.add(`使用 S3 存储还须设置 ${missing.join('、')}。`);
  const [url = '', region = '', accessKeyId = '', secretKey = ''] = NAMES.map((name) => env[name] ?? '');
  if (url !== '' && !(ADDRESS.test(url) && URL.canParse(url)))
    complaints.add(
      `S3_BUCKET_URL 应为存储桶的地址，如 https://bucket.s3.example 或 http://storage:9000/bucket，现在是“${url.slice(0, 60)}”。`,
    );
  if (env['UPLOAD_PUBLIC_BUCKET']) complaints.add('S3 存储与 UPLOAD_PUBLIC_BUCKET 等云存储设置只能使用一种。');
  complaints.refuse();
  return new BucketObjects(
    { url, region, accessKeyId, secretKey },
    {
      wait: (milliseconds) => wait(milliseconds),
      deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
      report: (trouble) => say(trouble === undefined ? '文件存储恢复访问。' : `文件存储无法使用：${trouble}`),
    },
  );
}
