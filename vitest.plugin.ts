import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes down how long each file of tests took, with its set-up and imports: the report of the tests alone counts
 * neither. As JSON of `[file, seconds]`, into the file that FILE_SECONDS names.
 */
export default class FileSeconds implements Reporter {
  readonly #files: [file: string, seconds: number][] = [];

  onTestModuleEnd(module: TestModule): void {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
    const milliseconds = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
    this.#files.push([module.relativeModuleId, milliseconds / 1000]);
  }

  onTestRunEnd(): void {
    const target = process.env['FILE_SECONDS'];
    if (target !== undefined) writeFileSync(target, JSON.stringify(this.#files));
  }
}
