import { spawn } from 'node:child_process';
import { findChromium } from './chromium.ts';

// The CJK font is part of it: without one every Chinese character on a screenshot is an empty box.
const PACKAGES = ['chromium', 'fonts-noto-cjk'];

/** Runs a command beside everything else; what it prints is shown only where it fails. */
async function run([program = '', ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const code = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve(1);
    });
    child.once('close', (ended) => resolve(ended ?? 1));
  });
  if (code !== 0) console.error(`${program} ${args.join(' ')}\n${said}`);
  return code === 0;
}

/**
 * Makes sure that a browser is there for the browser tests, installing Debian's where apt-get can.
 * @returns undefined when one is there, else what a person has to do
 */
export async function ensureChromium(): Promise<string | undefined> {
  if (findChromium() !== undefined) return undefined;
  if (process.env['CHROMIUM_PATH'])
    return `CHROMIUM_PATH names no program that can run: ${process.env['CHROMIUM_PATH']}`;
  const apt = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  console.log(`No Chromium on this machine; installing ${PACKAGES.join(' and ')} with apt-get beside the checks …`);
  if (
    (await run([...apt, 'update'])) &&
    (await run([...apt, 'install', '-y', '--no-install-recommends', ...PACKAGES])) &&
    findChromium() !== undefined
  )
    return undefined;
  return 'Chromium could not be installed. Install chromium or Chrome yourself, or set CHROMIUM_PATH to its program.';
}
