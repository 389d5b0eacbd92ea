import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

// The browser heeds the last list of features alone: the first names are those that Playwright switches off and that
// matter to pages. The last two are the popups of the address bar, pages of the browser's own that would load beside
// every page of ours and take as much of the machine as it does.
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

// No sandbox: tests often run as root in a container, and the browser opens nothing but this product.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join(',')}`,
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The installed Chromium or Chrome: the one named by CHROMIUM_PATH, else the first on PATH; undefined when none is. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return isExecutable(named) ? named : undefined;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...ELSEWHERE].find(isExecutable);
}

/**
 * A headless Chromium; the caller closes it.
 * @throws when none is installed, with what to do about it
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error(
      'No Chromium found. Install chromium or Chrome, or set CHROMIUM_PATH; `npm test` does it with apt-get.',
    );
  }
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}
