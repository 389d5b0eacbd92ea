import { spawnSync } from 'node:child_process';
import { findChromium } from './chromium.ts';

// The CJK font is part of it: without one every Chinese character on a screenshot is an empty box.
const PACKAGES = ['chromium', 'fonts-noto-cjk'];

function run(command: readonly string[]): boolean {
  const [program = '', ...args] = command;
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
}

/**
 * Makes sure that a browser is there for the browser tests, installing Debian's where apt-get can.
 * @returns undefined when one is there, else what a person has to do
 */
export function ensureChromium(): string | undefined {
  if (findChromium() !== undefined) return undefined;
  if (process.env['CHROMIUM_PATH'])
    return `CHROMIUM_PATH names no program that can run: ${process.env['CHROMIUM_PATH']}`;
  const apt = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get'];
  console.log(`No Chromium on this machine; installing ${PACKAGES.join(' and ')} with apt-get …`);
  if (run([...apt, 'update']) && run([...apt, 'install', '-y', '--no-install-recommends', ...PACKAGES])) {
    if (findChromium() !== undefined) return undefined;
  }
  return 'Chromium could not be installed. Install chromium or Chrome yourself, or set CHROMIUM_PATH to its program.';
}
