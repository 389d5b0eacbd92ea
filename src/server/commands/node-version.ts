const REQUIRED_NODE = 24;

/**
 * The message for a server that was started on a Node that is too old for it; undefined when it is new enough.
 * @param version as in `process.versions.node`, e.g. "22.18.0"
 */
export function nodeVersionError(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= REQUIRED_NODE) return undefined;
  return [
    `需要 Node.js ${REQUIRED_NODE} 或更高版本，当前为 ${version}。请使用 npm start 启动，它会使用随项目安装的 Node.js。`,
    `Node.js ${REQUIRED_NODE} or newer is needed; this is ${version}. Start with npm start, which uses the copy installed with the project.`,
  ].join('\n');
}
