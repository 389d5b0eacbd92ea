import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { Failure } from '#shared/errors.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { fileTrouble } from '#server/platform/files/file-trouble.ts';
import {
  type Configuration,
  readConfiguration,
  readDatabaseSettings,
  readLinkOrigin,
  readSecret,
} from './configuration/configuration.ts';
import { startupError } from './startup-error.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const EXIT_WRONG = 1;
const EXIT_USAGE = 2;

/** A command was called in a way that it does not understand; `message` says how it is used. */
export class UsageError extends Error {}

/**
 * The options and files that a command was called with. @throws UsageError for an option that it does not have, a value
 * that is missing or too much, and for more than `files` names.
 */
export function readArguments<const T extends ParseArgsOptionsConfig>(usage: string, options: T, files = 0) {
  const found = parseArgs({
    args: process.argv.slice(2),
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const refuse = (what: string): never => {
    throw new UsageError(`${what}\n${usage}`);
  };
  for (const token of found.tokens) {
    if (token.kind !== 'option') continue;
    const takes = Object.hasOwn(options, token.name) ? options[token.name]?.type : undefined;
    if (takes === undefined) refuse(`没有参数 ${token.rawName}`);
    if (takes === 'string' && (token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))))
      refuse(`参数 ${token.rawName} 后面缺少内容`);
    if (takes === 'boolean' && token.value !== undefined) refuse(`参数 ${token.rawName} 后面不能带内容`);
  }
  const extra = found.positionals[files];
  if (extra !== undefined) refuse(`多余的参数“${extra}”`);
  return {
    values: found.values as ReturnType<typeof parseArgs<{ options: T }>>['values'],
    positionals: found.positionals,
  };
}

/** Runs a command: what it returns, or what went wrong, becomes the exit code; a failure is words, not a stack. */
export async function runCommand(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_WRONG;
    console.error(error instanceof UsageError ? error.message : startupError(error));
    if (!(error instanceof Failure)) return;
    const untold = error.problems.filter(({ message }) => !error.message.includes(message));
    for (const { field, message } of untold) console.error(`  ${field}：${message}`);
  }
}

/** A text file that a command was given. @throws Failure that names it and what is wrong. */
export function readGivenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Failure('INVALID_BODY', `无法读取“${file}”：${fileTrouble(error)}`);
  }
}

/** The database that the product uses by its environment. @throws Failure naming each variable that is wrong */
export async function openOwnDatabase(): Promise<Database> {
  const settings = readDatabaseSettings(process.env, ROOT);
  if (!settings.url) mkdirSync(settings.dataDir, { recursive: true });
  return openDatabase(settings);
}

/** Everything that the environment says of the server. @throws Failure with a line for each complaint */
export const ownConfiguration = (): Configuration => readConfiguration(process.env, ROOT, () => undefined);

/** Where the links of this installation lead to. @throws Failure naming each variable that is wrong */
export const ownLinkOrigin = (): string => readLinkOrigin(process.env);

/** The password by which a command signs in to a running server. @throws Failure where its file cannot be read */
export const ownPassword = (): string => readSecret(process.env, 'JINGTU_PASSWORD') ?? '';

/** The API key by which a command reads a running server. @throws Failure where its file cannot be read */
export const ownKey = (): string | undefined => readSecret(process.env, 'JINGTU_API_KEY') || undefined;

/** The passphrase of keys in backups. @throws Failure where its file cannot be read */
export const ownPassphrase = (): string | undefined => readSecret(process.env, 'BACKUP_PASSPHRASE') || undefined;
