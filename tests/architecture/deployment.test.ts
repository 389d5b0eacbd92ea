import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VARIABLES } from '#server/commands/configuration/variables.ts';

const FOLDER = path.join(import.meta.dirname, '../../deploy');
const textOf = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');
const NGINX = '/usr/sbin/nginx';
const SYSTEMD = '/usr/bin/systemd-analyze';
const HAPROXY = '/usr/sbin/haproxy';
/** Set for programs in the containers that are not the product, or for the C library. */
const OF_OTHERS = /^(?:POSTGRES|MALLOC)_/;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'jingtu-deployment-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a program says of a file, and whether it takes it. */
function judge(program: string, args: readonly string[]): { taken: boolean; words: string } {
  try {
    return { taken: true, words: execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }) };
  } catch (error) {
    return { taken: false, words: String((error as { stderr?: unknown }).stderr) };
  }
}

describe('the configurations that ship', () => {
  const settings = textOf('jingtu.env')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^([A-Z_]+)=(.*)$/.exec(line)?.slice(1) ?? [line, '']);

  it('set variables that the product reads, to values that it takes, and hold no secret', () => {
    expect(settings.length).toBeGreaterThan(5);
    const faults = settings.map(([name = '', value = '']) => {
      const variable = VARIABLES[name.replace(/_FILE$/, '')];
      if (variable === undefined) return `${name} is not read`;
      return name.endsWith('_FILE') ? undefined : variable.check?.(value);
    });
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(textOf('jingtu.env')).not.toMatch(/:[^/@\s]+@/);
  });

  it('set variables of containers that the product reads, and hold no secret', () => {
    const set = Array.from(
      textOf('compose.yaml').matchAll(/^ {6}([A-Z_]+): '?(.*?)'?$/gm),
      ([, name = '', value = '']) => ({
        name,
        value,
      }),
    ).filter(({ name }) => !OF_OTHERS.test(name));
    expect(set.length).toBeGreaterThan(5);
    const faults = set.map(({ name, value }) => {
      const variable = VARIABLES[name.replace(/_FILE$/, '')];
      if (variable === undefined) return `${name} is not read`;
      return name.endsWith('_FILE') ? undefined : variable.check?.(value);
    });
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    const image = Array.from(textOf('Containerfile').matchAll(/([A-Z_]+)=/g), ([, name = '']) => name);
    expect(image.filter((name) => name !== 'PATH' && VARIABLES[name] === undefined)).toEqual([]);
  });

  it('let a container end in its own time', () => {
    const drain = Number(/DRAIN_SECONDS: '(\d+)'/.exec(textOf('compose.yaml'))?.[1]);
    const stop = Number(/stop_grace_period: (\d+)s/.exec(textOf('compose.yaml'))?.[1]);
    expect(stop).toBeGreaterThan(drain + 25);
  });

  it('copy into the image no file that is left out of it', () => {
    const left = readFileSync(path.join(FOLDER, '../.dockerignore'), 'utf8').trim().split('\n');
    const copied = Array.from(textOf('Containerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm), ([, files = '']) =>
      files.split(' '),
    );
    expect(copied.flat().filter((file) => left.includes(file))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(['.git', 'data', 'node_modules']));
  });

  it('let a process end in its own time', () => {
    const drain = Number(settings.find(([name]) => name === 'DRAIN_SECONDS')?.[1]);
    const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(textOf('jingtu.service'))?.[1]);
    expect(stop).toBeGreaterThan(drain + 25);
  });

  it.runIf(existsSync(SYSTEMD))('are units that systemd takes', () => {
    const unit = path.join(folder, 'jingtu.service');
    writeFileSync(unit, textOf('jingtu.service').replace('/usr/bin/node', process.execPath));
    expect(judge(SYSTEMD, ['verify', '--man=no', unit])).toMatchObject({ taken: true });
  });

  it.runIf(existsSync(HAPROXY))('are listeners that HAProxy takes', () => {
    expect(judge(HAPROXY, ['-c', '-f', path.join(FOLDER, 'haproxy.cfg')])).toMatchObject({ taken: true });
  });

  it.runIf(existsSync(NGINX))('are servers that nginx takes', () => {
    const [key, certificate] = [path.join(folder, 'site.key'), path.join(folder, 'site.pem')];
    const subject = ['-subj', '/CN=data.example', '-days', '1', '-nodes'];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject], {
      stdio: 'pipe',
    });
    const site = textOf('nginx.conf')
      .replace('/etc/ssl/data.example.pem', certificate)
      .replace('/etc/ssl/data.example.key', key);
    const whole = path.join(folder, 'nginx.conf');
    writeFileSync(whole, `pid ${path.join(folder, 'pid')};\nevents {}\nhttp {\n${site}\n}\n`);
    const log = `error_log ${path.join(folder, 'log')};`;
    expect(judge(NGINX, ['-t', '-c', whole, '-g', log])).toMatchObject({ taken: true });
  });
});
