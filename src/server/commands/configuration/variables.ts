import {
  type Check,
  databaseAddress,
  keptDays,
  listenAddress,
  mailServer,
  networks,
  oneOf,
  readAddresses,
  secretKey,
  timeOfDay,
  wholeNumber,
} from './checks.ts';

/** A variable of the environment that the product reads; docs/deploy.md says what it means. */
export interface Variable {
  /** Absent where any text will do, and where the reader of a whole group of variables looks at it. */
  readonly check?: Check;
  /** It may come from a file, named by the variable with `_FILE` behind its name, and is never repeated. */
  readonly isSecret?: true;
}

const TEXT: Variable = {};
const SECRET: Variable = { isSecret: true };
const SWITCH: Variable = { check: oneOf('0', '1') };

/** Less would take from imports what they are taken back by, and from alerts what they speak of. */
const LEAST_HISTORY_DAYS = 90;
/** Quotas and reminders look back for a month. */
const LEAST_KEPT_DAYS = 31;
const MOST_DRAIN_SECONDS = 300;
const MOST_BACKUPS = 1000;
/** Work that holds a connection asks for others meanwhile. */
const LEAST_CONNECTIONS = 4;
const MOST_CONNECTIONS = 500;

/** Every variable that the server and its commands read. */
export const VARIABLES: Readonly<Record<string, Variable>> = {
  DATABASE_URL: { check: databaseAddress, isSecret: true },
  DATABASE_DIRECT_URL: { check: databaseAddress, isSecret: true },
  DATABASE_READ_URLS: { check: readAddresses, isSecret: true },
  DATABASE_CONNECTIONS: { check: wholeNumber(LEAST_CONNECTIONS, MOST_CONNECTIONS) },
  JINGTU_DATA: TEXT,
  HOST: TEXT,
  PORT: { check: wholeNumber(0, 65_535) },
  PRODUCT_NAME: TEXT,
  LOGO_TEXT: TEXT,
  CUSTOMER_SERVICE_PHONE: TEXT,
  CUSTOMER_SERVICE_EMAIL: TEXT,
  CUSTOMER_SERVICE_HOURS: TEXT,
  CUSTOMER_SERVICE_URL: TEXT,
  FAST_FINANCING_URL: TEXT,
  FAST_FINANCING_CHANNEL: TEXT,
  LOG_LEVEL: { check: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent') },
  PUBLIC_ORIGIN: TEXT,
  TRUST_PROXY: { check: networks },
  SMS_PROVIDER: TEXT,
  TENCENT_SMS_SECRET_ID: SECRET,
  TENCENT_SMS_SECRET_KEY: SECRET,
  TENCENT_SMS_SDK_APP_ID: TEXT,
  TENCENT_SMS_SIGN_NAME: TEXT,
  TENCENT_SMS_TEMPLATE_ID: TEXT,
  TENCENT_SMS_NOTICE_TEMPLATE_ID: TEXT,
  TENCENT_SMS_TEMPLATE_ID_ABROAD: TEXT,
  TENCENT_SMS_TEMPLATE_VARIABLES: { check: oneOf('1', '2') },
  TENCENT_SMS_REGION: TEXT,
  TENCENT_SMS_ENDPOINT: TEXT,
  SMTP_URL: { check: mailServer, isSecret: true },
  MAIL_FROM: TEXT,
  GEETEST_ID: TEXT,
  GEETEST_KEY: SECRET,
  GEETEST_SERVER: TEXT,
  SECRET_KEY: { check: secretKey, isSecret: true },
  UPLOAD_DIR: TEXT,
  S3_BUCKET_URL: TEXT,
  S3_REGION: TEXT,
  S3_ACCESS_KEY_ID: SECRET,
  S3_SECRET_KEY: SECRET,
  UPLOAD_SERVER: TEXT,
  UPLOAD_PUBLIC_BUCKET: TEXT,
  UPLOAD_PUBLIC_SECRET: SECRET,
  PUBLIC_VISIT_HOST: TEXT,
  UPLOAD_PRIVATE_BUCKET: TEXT,
  UPLOAD_PRIVATE_SECRET: SECRET,
  PRIVATE_VISIT_HOST: TEXT,
  PRIVATE_VISIT_SECRET: SECRET,
  ASSISTANT_URL: TEXT,
  ASSISTANT_MODEL: TEXT,
  ASSISTANT_KEY: SECRET,
  ASSISTANT_DAILY: TEXT,
  WEBHOOKS: SWITCH,
  CHANGE_LOG_DAYS: TEXT,
  HISTORY_DAYS: { check: keptDays(LEAST_HISTORY_DAYS) },
  CONTACT_VIEW_DAYS: { check: keptDays(LEAST_KEPT_DAYS) },
  NOTICE_DAYS: { check: keptDays(LEAST_KEPT_DAYS) },
  IMPORT_KEPT_DAYS: { check: keptDays(1) },
  BACKUP_AT: { check: timeOfDay },
  BACKUP_TO: TEXT,
  BACKUP_KEEP: { check: wholeNumber(1, MOST_BACKUPS) },
  BACKUP_PASSPHRASE: SECRET,
  METRICS_LISTEN: { check: listenAddress },
  DRAIN_SECONDS: { check: wholeNumber(0, MOST_DRAIN_SECONDS) },
  ALIPAY_APP_ID: TEXT,
  ALIPAY_PRIVATE_KEY: SECRET,
  ALIPAY_PUBLIC_KEY: SECRET,
  ALIPAY_SELLER_ID: TEXT,
  ALIPAY_GATEWAY: TEXT,
  NODE_ENV: TEXT,
  ALLOW_DEVELOPMENT_PROVIDERS: SWITCH,
  JINGTU_PASSWORD: SECRET,
  JINGTU_API_KEY: SECRET,
  STAFF_SECOND_FACTOR: SWITCH,
};
