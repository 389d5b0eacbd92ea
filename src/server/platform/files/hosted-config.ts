import { BUCKETS } from '#schemas/api/uploads.ts';
import { HostedStorage } from './hosted-storage.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What each variable says, of a bucket that has its name in capitals in front or behind. */
const NAMES = ['UPLOAD_*_BUCKET', 'UPLOAD_*_SECRET', '*_VISIT_HOST'] as const;

/**
 * The hosted storage that the environment names; undefined where it names none, and files are kept here.
 * @throws Error with words for the operator who starts the server, when it is named but not whole
 */
export function readHostedStorage(env: Environment): HostedStorage | undefined {
  const names = [
    ...BUCKETS.flatMap((bucket) => NAMES.map((name) => name.replace('*', bucket.toUpperCase()))),
    'PRIVATE_VISIT_SECRET',
  ];
  if (!names.some((name) => env[name])) return undefined;
  const missing = ['UPLOAD_SERVER', ...names].filter((name) => !env[name]);
  if (missing.length > 0) throw new Error(`使用云存储还须设置 ${missing.join('、')}`);
  const text = (name: string) => env[name] ?? '';
  const bucketOf = (bucket: string) => ({
    name: text(`UPLOAD_${bucket}_BUCKET`),
    formSecret: text(`UPLOAD_${bucket}_SECRET`),
    visitHost: origin(`${bucket}_VISIT_HOST`, text(`${bucket}_VISIT_HOST`)),
  });
  return new HostedStorage({
    server: origin('UPLOAD_SERVER', text('UPLOAD_SERVER')),
    buckets: { public: bucketOf('PUBLIC'), private: bucketOf('PRIVATE') },
    tokenSecret: text('PRIVATE_VISIT_SECRET'),
  });
}

function origin(name: string, text: string): string {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.pathname !== '/')
    throw new Error(`${name} 应为不带路径的网址（如 https://img.example.com），现在是“${text}”`);
  return address.origin;
}
