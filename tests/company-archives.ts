import { join } from 'node:path'
import { Archive, readArchive } from '../src/core/backup/archive'
import type { Store } from '../src/core/storage/db'
import { companyArchiveMember } from '../src/features/provider/data-transfer/archive/archive-members'

/** Content of a company archive: its members as texts, and its manifest. */
export interface ArchiveContent {
  texts: Record<string, string>
  manifest: Record<string, unknown>
}
export type FileRow = Record<string, unknown>

export async function readCompanyArchive(path: string): Promise<ArchiveContent> {
  const { members, manifest } = await readArchive<Record<string, unknown>>(Bun.file(path), companyArchiveMember, 1000)
  const texts = await Promise.all(
    [...members].map(async ([name, { size, body }]) => [name, size === 0 ? '' : await body.text()] as const),
  )
  return { texts: Object.fromEntries(texts), manifest }
}

/** Writes an archive with this content and returns its path. Without `validHashes` the hash of one member is wrong. */
export async function assembleCompanyArchive(
  directory: string,
  { texts, manifest }: ArchiveContent,
  validHashes = true,
): Promise<string> {
  const path = join(directory, `forged-${crypto.randomUUID()}.tar`)
  const archive = await Archive.create(path)
  for (const [name, text] of Object.entries(texts)) await archive.addText(name, [text])
  if (!validHashes) Object.assign(archive.listed[0]!, { sha256: '0'.repeat(64) })
  await archive.finish(manifest)
  return path
}

const memberNameOf = (table: string) => `data/${table}.jsonl`

export const rowsOf = (texts: ArchiveContent['texts'], table: string): FileRow[] =>
  (texts[memberNameOf(table)] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export const setRows = (texts: ArchiveContent['texts'], table: string, rows: object[]) => {
  texts[memberNameOf(table)] = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** Changes every row of a table. */
export const mapRows = (texts: ArchiveContent['texts'], table: string, change: (row: FileRow) => object) =>
  setRows(texts, table, rowsOf(texts, table).map(change))

/** Changes every e-mail of an installation: the next import has the same users, and an e-mail is unique. */
export const freeEmails = ({ store }: { store: Store }) =>
  store.write(async (tx) => tx.run(`update users set email = 'was' || id || '@there.test'`, []))
