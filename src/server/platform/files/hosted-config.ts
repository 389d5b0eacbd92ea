import { BUCKETS } from '#schemas/api/uploads.ts';
import { Complaints } from '#shared/complaints.ts';
import { Failure } from '#shared/errors.ts';
import type { Environment } from '#server/environment.ts';
import { configuredOrigin } from '#server/http/configured-address.ts';
import { HostedStorage } from './hosted-storage.ts';

/** What each variable says, of a bucket that has its name in capitals in front or behind. */
const NAMES = ['UPLOAD_*_BUCKET', 'UPLOAD_*_SECRET', '*_VISIT_HOST'] as const;

/**
 * The hosted storage that the environment names; undefined where it names none, and files are kept here.
 * @throws Failure with words for the operator who starts the server, when it is named but not whole
 */
export function readHostedStorage(env: Environment): HostedStorage | undefined {
  const names = [
    ...BUCKETS.flatMap((bucket) => NAMES.map((name) => name.replace('*', bucket.toUpperCase()))),
    'PRIVATE_VISIT_SECRET',
  ];
  if (!names.some((name) => env[name])) return undefined;
  const missing = ['UPLOAD_SERVER', ...names].filter((name) => !env[name]);
  if (missing.length > 0) throw new Failure('UNAVAILABLE', `使用云存储还须设置 ${missing.join('、')}`);
  const complaints = new Complaints();
  const text = (name: string) => env[name] ?? '';
  const origin = (name: string) => complaints.from(() => configuredOrigin(name, env[name])) ?? '';
  const bucketOf = (bucket: string) => ({
    name: text(`UPLOAD_${bucket}_BUCKET`),
    formSecret: text(`UPLOAD_${bucket}_SECRET`),
    visitHost: origin(`${bucket}_VISIT_HOST`),
  });
  const settings = {
    server: origin('UPLOAD_SERVER'),
    buckets: { public: bucketOf('PUBLIC'), private: bucketOf('PRIVATE') },
    tokenSecret: text('PRIVATE_VISIT_SECRET'),
  };
  complaints.refuse();
  return new HostedStorage(settings);
}
