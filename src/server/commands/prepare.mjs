// Runs before `npm start` and `npm test` on whatever Node the machine has (20 or newer), so: plain JavaScript, no packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const REQUIRED_NODE = 24;
const OLDEST_STARTER = 20;
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const MODULES = path.join(ROOT, 'node_modules');
const PINNED_NODE = path.join(MODULES, '.bin', 'node');

/** @param {string} file */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** @param {string} version "24.1.0" or "v24.1.0" */
const major = (version) => Number.parseInt(version.replace(/^v/, ''), 10);

/**
 * Whether what npm says is installed differs from what the lock file asks for. Packages that are optional (binaries of
 * other systems) may be absent. npm writes its own record last, so an interrupted install counts as stale.
 * @returns {boolean}
 */
function isStale() {
  const record = path.join(MODULES, '.package-lock.json');
  if (!existsSync(record)) return true;
  const installed = readPackages(record);
  return Object.entries(readPackages(path.join(ROOT, 'package-lock.json'))).some(([place, wanted]) => {
    if (place === '') return false;
    const found = installed[place];
    return found === undefined ? wanted.optional !== true : found.version !== wanted.version;
  });
}

/** @param {string[]} args */
function npm(args) {
  // npm's own Node and script when npm started us: never the Node that this install may be about to replace.
  const script = process.env['npm_execpath'];
  const command = script === undefined ? 'npm' : (process.env['npm_node_execpath'] ?? process.execPath);
  const result = spawnSync(command, script === undefined ? args : [script, ...args], { cwd: ROOT, stdio: 'inherit' });
  if (result.status !== 0)
    stop('安装依赖失败，请检查网络后重试。', 'Installing the packages failed; check the network and try again.');
}

/**
 * @param {string} chinese
 * @param {string} english
 */
function stop(chinese, english) {
  process.stderr.write(`\n${chinese}\n${english}\n`);
  process.exit(1);
}

function install() {
  process.stdout.write('正在安装依赖（首次约需一分钟） · Installing packages, about a minute the first time …\n');
  const started = Date.now();
  // `npm ci` empties node_modules first; Windows does not let the Node that runs this go, where it is the one in there.
  const runsFromThere = process.platform === 'win32' && process.execPath.startsWith(MODULES);
  // The client is built from packages of development, which npm leaves out under NODE_ENV=production.
  npm([...(runsFromThere ? ['install', '--no-save'] : ['ci']), '--include=dev', '--loglevel=error']);
  process.stdout.write(`依赖已就绪 · Packages ready (${((Date.now() - started) / 1000).toFixed(0)} s)\n`);
}

/** @returns {string} version of the Node in node_modules, '' when it cannot run */
function pinnedVersion() {
  return existsSync(PINNED_NODE) ? (spawnSync(PINNED_NODE, ['--version'], { encoding: 'utf8' }).stdout ?? '') : '';
}

/** Makes sure that the scripts which follow run on the pinned Node; npm may have been told to skip install scripts. */
function ensureNode() {
  if (process.execPath.startsWith(MODULES) && major(process.versions.node) >= REQUIRED_NODE) return;
  if (major(pinnedVersion()) >= REQUIRED_NODE) return;
  spawnSync(process.execPath, ['installArchSpecificPackage'], { cwd: path.join(MODULES, 'node'), stdio: 'inherit' });
  if (major(pinnedVersion()) >= REQUIRED_NODE) return;
  if (!existsSync(PINNED_NODE) && major(process.versions.node) >= REQUIRED_NODE) return;
  stop(
    `需要 Node.js ${REQUIRED_NODE} 或更高版本，当前为 ${process.versions.node}，且随项目安装的 Node.js 无法在本机运行。`,
    `Node.js ${REQUIRED_NODE} or newer is needed; this is ${process.versions.node}, and the copy installed with the project does not run here.`,
  );
}

if (major(process.versions.node) < OLDEST_STARTER) {
  stop(
    `需要 Node.js ${OLDEST_STARTER} 或更高版本，当前为 ${process.versions.node}。`,
    `Node.js ${OLDEST_STARTER} or newer is needed; this is ${process.versions.node}.`,
  );
}
if (isStale()) install();
ensureNode();
