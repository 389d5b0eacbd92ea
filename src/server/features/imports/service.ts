import type { FastifyRequest } from 'fastify';
import type { ImportDetail, ImportJob, ImportPreview, ImportPreviewQuery, ImportTask } from '#schemas/api/imports.ts';
import type { ImportMapping } from '#schemas/metadata/import-mapping.ts';
import { Failure } from '#shared/errors.ts';
import type { Member } from '#shared/policy/actor.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { mappingLabels, planImport } from '#server/features/imports/run/plan-import.ts';
import { refuseOffDuty } from '#server/core/catalog/object-view.ts';
import { withCurrentFields } from '#server/features/imports/mapping/current-fields.ts';
import { parseMapping } from '#server/features/imports/mapping/parse-mapping.ts';
import { refuseSlowPatterns } from '#server/features/imports/mapping/safe-patterns.ts';
import { readHead } from '#server/features/imports/preview/read-head.ts';
import { sniffFile } from '#server/features/imports/preview/sniff.ts';
import { namedColumns } from '#server/features/imports/reading/json-lines-reader.ts';
import { limitsOf } from '#server/features/imports/reading/limits.ts';
import { mappedColumns } from '#server/features/imports/transform/row-plan.ts';
import type { ImportTools } from '#server/features/imports/run/run-options.ts';
import { FILE_GONE, type ImportFiles } from './import-files.ts';
import { previewFile } from './import-preview.ts';
import type { ImportRunner } from './import-runner.ts';
import { runIdOf, shownJob, startFault } from './outcome.ts';
import { receiveUpload } from './receive-upload.ts';
import {
  accountNames,
  countAhead,
  deleteJob,
  forgetRun,
  insertJob,
  type Job,
  keepMapping,
  keptMappings,
  keptRecords,
  keptState,
  listJobs,
  namesOf,
  queueJob,
  readJob,
  requestStop,
  sourcesOf,
} from './queries.ts';

export interface ImportDeps extends ImportTools {
  readonly files: ImportFiles;
  readonly runner: ImportRunner;
}

/** Imports as staff see and steer them. */
export class ImportService {
  readonly #deps: ImportDeps;

  constructor(deps: ImportDeps) {
    this.#deps = deps;
  }

  async list(): Promise<{ list: ImportJob[] }> {
    const { database, runner } = this.#deps;
    let jobs = await listJobs(database.db);
    if (jobs.some(({ state, id }) => state === 'running' && id !== runner.current?.id)) {
      await runner.interruptDead();
      jobs = await listJobs(database.db);
    }
    const names = await this.#names(jobs);
    return { list: jobs.map((job) => shownJob(job, names)) };
  }

  /** Receives a file. @throws Failure where it is none that can be imported; nothing is left of it then. */
  async upload(request: FastifyRequest, objectApiName: string | undefined, actor: Member): Promise<ImportJob> {
    const { files, catalog, database, now } = this.#deps;
    const object = catalog.storedObject(objectApiName ?? catalog.storedObjects[0]?.apiName ?? '');
    if (objectApiName !== undefined) refuseOffDuty(object, actor);
    const { id, bytes, fileName } = await receiveUpload(request, files);
    try {
      const { format, note } = await sniffFile(files.file(id), fileName, limitsOf(undefined));
      const job = {
        id,
        objectApiName: object.apiName,
        fileName,
        fileBytes: bytes,
        format,
        note,
        author: actor.id,
      };
      await insertJob(database.db, job, now());
    } catch (error) {
      await files.remove(id);
      throw error;
    }
    return this.#shown(await this.#job(id));
  }

  async read(id: string): Promise<ImportDetail> {
    const { database, files, runner } = this.#deps;
    const { db } = database;
    let job = await this.#job(id);
    if (job.state === 'running' && runner.current?.id !== id) {
      await runner.interruptDead();
      job = await this.#job(id);
    }
    // The queue may be another process's that has ended.
    if (job.state === 'queued') void runner.wake();
    const here = runner.current?.id === id ? runner.current : undefined;
    return {
      job: await this.#shown(job),
      note: job.note,
      mapping: job.mapping,
      progress: here?.progress ?? job.progress,
      running: here?.counts ?? null,
      check: job.checked,
      result: job.result,
      kept: job.undo ? await this.#kept(id) : [],
      ahead: job.state === 'queued' ? await countAhead(db, id) : 0,
      fileHere: await files.has(id),
    };
  }

  async preview(id: string, reading: ImportPreviewQuery): Promise<ImportPreview> {
    const { catalog, database, files, now } = this.#deps;
    const job = await this.#job(id);
    await this.#needFile(id);
    const object = catalog.object(job.objectApiName);
    const sources = await sourcesOf(database.db, object.apiName);
    const preview = await previewFile(files.file(id), job, reading, object, sources, shanghaiDay(now()));
    const there = new Set<unknown>(preview.columns);
    const known = (await keptMappings(database.db, object.apiName)).find((mapping) =>
      mappedColumns(mapping).every((column) => there.has(column)),
    );
    // How the file is read is as it was found to be; what its columns mean was said before.
    if (!known) return preview;
    const mapping = withCurrentFields(known, catalog);
    return { ...preview, mapping: { ...mapping, ...preview.reading, format: job.format } };
  }

  /** Checks a mapping against the file and keeps it. @throws Failure INVALID_BODY with every problem by its path. */
  async map(id: string, given: unknown): Promise<ImportJob> {
    const { catalog, database, files } = this.#deps;
    const job = await this.#job(id);
    await this.#needFile(id);
    const { limits: _own, ...parsed } = parseMapping(JSON.stringify(given ?? null));
    const mapping: ImportMapping = { ...withCurrentFields(parsed, catalog), format: job.format };
    refuseSlowPatterns(mapping, mappingLabels(mapping, catalog));
    const { encoding, delimiter, quote, sheet, header } = mapping;
    const reading = {
      ...(encoding !== undefined && { encoding }),
      ...(delimiter !== undefined && { delimiter }),
      ...(quote !== undefined && { quote }),
      ...(sheet !== undefined && { sheet }),
      header: header ?? 1,
    };
    const columns =
      job.format === 'jsonl'
        ? namedColumns(mappedColumns(mapping))
        : (await readHead(files.file(id), job.format, reading, limitsOf(undefined))).columns;
    await planImport(mapping, columns, this.#deps);
    if (!(await keepMapping(database.db, id, mapping.object, mapping)))
      throw new Failure('CONFLICT', '这次导入已经开始，字段对应关系不能再改');
    return this.#shown(await this.#job(id));
  }

  async start(id: string, task: ImportTask, actor: Member): Promise<ImportJob> {
    const { database, runner, now } = this.#deps;
    const { db } = database;
    const job = await this.#job(id);
    refuseOffDuty(this.#deps.catalog.object(job.objectApiName), actor);
    const fault = startFault(job, task, (await keptState(db, runIdOf(id))) !== undefined);
    if (fault !== '') throw new Failure('CONFLICT', fault);
    await this.#needFile(id);
    if (task === 'undo') await forgetRun(db, runIdOf(id));
    if (!(await queueJob(db, id, task, actor.id, now())))
      throw new Failure('CONFLICT', '这次导入正在进行或排队，请等它结束或先停止');
    void runner.wake();
    return this.#shown(await this.#job(id));
  }

  async stop(id: string): Promise<ImportJob> {
    await this.#job(id);
    await requestStop(this.#deps.database.db, id);
    this.#deps.runner.stop(id);
    return this.#shown(await this.#job(id));
  }

  async remove(id: string): Promise<null> {
    const { database, files } = this.#deps;
    await this.#job(id);
    if ((await keptState(database.db, runIdOf(id))) !== undefined || !(await deleteJob(database.db, id)))
      throw new Failure('CONFLICT', '这次导入已经写入内容或正在进行，不能删除；可以撤销');
    await files.remove(id);
    return null;
  }

  /** The job with the path of its list of refusals. */
  async rejected(id: string, task: 'check' | 'run'): Promise<{ readonly fileName: string; readonly path: string }> {
    const { files, runner } = this.#deps;
    const { fileName } = await this.#job(id);
    if (runner.current?.id !== id) await files.fetchReports(id);
    const name = task === 'check' ? 'dry-run-rejected.csv' : 'rejected.csv';
    return { fileName, path: `${files.reports(id)}/${name}` };
  }

  async #job(id: string): Promise<Job> {
    const job = await readJob(this.#deps.database.db, id);
    if (!job) throw new Failure('UNKNOWN_RECORD', '没有这次导入，可能已被删除');
    return job;
  }

  /** Brings the file to this machine. @throws Failure UNAVAILABLE where it is gone, or on another machine alone */
  async #needFile(id: string): Promise<void> {
    if (!(await this.#deps.files.fetch(id))) throw new Failure('UNAVAILABLE', FILE_GONE);
  }

  async #kept(id: string): Promise<ImportDetail['kept']> {
    const { database, catalog } = this.#deps;
    const kept = await keptRecords(database.db, id);
    const found = new Map<string, string>();
    for (const [apiName, rows] of Map.groupBy(kept, ({ objectApiName }) => objectApiName)) {
      const object = catalog.find(apiName);
      const names = object
        ? await namesOf(
            database.db,
            object,
            rows.map((row) => row.id),
          )
        : new Map<string, string>();
      for (const [recordId, name] of names) found.set(`${apiName}:${recordId}`, name);
    }
    return kept.map((row) => ({ ...row, name: found.get(`${row.objectApiName}:${row.id}`) ?? '' }));
  }

  #names(jobs: readonly Job[]): Promise<Map<string, string>> {
    const ids = jobs.flatMap(({ author, wantedBy }) => [author, ...(wantedBy === null ? [] : [wantedBy])]);
    return accountNames(this.#deps.database.db, [...new Set(ids)]);
  }

  async #shown(job: Job): Promise<ImportJob> {
    return shownJob(job, await this.#names([job]));
  }
}
