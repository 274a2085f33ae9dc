import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations'
import { executableNameOf } from '../../src/core/release/signed-sums'
import { signFolder } from '../signed-folder'
import { executable } from './balcao'

/** Releases in a folder, signed by a key of this run. Their executables are scripts, which play other versions. */

const thisTarget = `${process.platform}-${process.arch}`
const newest = Object.keys(migrations).at(-1) ?? ''
const sameSchema = { newest, readableSince: newest }
/** Schema of a version that only adds to the present one. */
export const extendedSchema = { newest: '9000-next', readableSince: newest }

/** Further parts of the scripts, by what becomes of the version when it serves. */
export const versionsThat = {
  work: `exec ${executable} "$@"`,
  refuse: runScript(
    `Bun.serve({ hostname: '127.0.0.1', port: process.env.BALCAO_PORT, fetch: () => new Response('damaged', { status: 503 }) })`,
  ),
  /** Extends the schema, and ends before it takes work. */
  extend: runScript(
    `const db = new (require('bun:sqlite').Database)(process.env.BALCAO_DATA_DIR + '/balcao.db')
    db.run('pragma busy_timeout = 5000')
    db.transaction(() => {
      db.run('create table if not exists next_things (id integer primary key)')
      db.run("insert or ignore into kysely_migration (name, timestamp) values ('9000-next', '2030-01-01T00:00:00.000Z')")
      db.run("insert or replace into installation (key, value) values ('readableSince', '${newest}')")
    }).immediate()
    process.exit(1)`,
  ),
} as const

function runScript(text: string): string {
  return `exec ${process.execPath} -e '${text.replaceAll("'", `'\\''`)}'`
}

interface Version {
  version?: string
  target?: string
  /** Answer to `--version`. */
  says?: string
  schema?: { newest: string; readableSince: string }
  serve?: string
}

/** Adds an executable to a folder, and signs the list of its files anew. Returns its path. */
export function addRelease(folder: string, given: Version = {}): string {
  const { version = '9.0.0', target = thisTarget, says = `balcao ${version}`, schema = sameSchema } = given
  const path = join(folder, executableNameOf(version, target))
  const answers = `case "$1" in\n--version) echo '${says}'; exit;;\n--schema) echo '${JSON.stringify(schema)}'; exit;;\nesac`
  writeFileSync(path, `#!/bin/sh\n${answers}\n${given.serve ?? versionsThat.work}\n`)
  chmodSync(path, 0o755)
  signFolder(folder)
  return path
}
