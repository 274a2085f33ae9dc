import { join } from 'node:path'
import { Archive, readArchive } from '../src/core/backup/archive'
import { companyArchiveMember } from '../src/features/data-transfer/company-export'

/** A company's file taken apart: its members as texts, and what its manifest says. */
export interface TakenApart {
  texts: Record<string, string>
  manifest: Record<string, unknown>
}
export type FileRow = Record<string, unknown>

export async function takeApart(path: string): Promise<TakenApart> {
  const { members, manifest } = await readArchive<Record<string, unknown>>(path, companyArchiveMember, 1000)
  const texts = await Promise.all(
    [...members].map(async ([name, { size, body }]) => [name, size === 0 ? '' : await body.text()] as const),
  )
  return { texts: Object.fromEntries(texts), manifest }
}

/** Puts one together again, with the right hashes unless it shall not be `honest`, and answers its path. */
export async function putTogether(directory: string, { texts, manifest }: TakenApart, honest = true): Promise<string> {
  const path = join(directory, `forged-${crypto.randomUUID()}.tar`)
  const archive = await Archive.create(path)
  for (const [name, text] of Object.entries(texts)) await archive.addText(name, [text])
  if (!honest) Object.assign(archive.listed[0]!, { sha256: '0'.repeat(64) })
  await archive.finish(manifest)
  return path
}

const memberOf = (table: string) => `data/${table}.jsonl`

export const rowsOf = (texts: TakenApart['texts'], table: string): FileRow[] =>
  (texts[memberOf(table)] ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

export const putRows = (texts: TakenApart['texts'], table: string, rows: object[]) => {
  texts[memberOf(table)] = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/** Changes every row of a table. */
export const edit = (texts: TakenApart['texts'], table: string, change: (row: FileRow) => object) =>
  putRows(texts, table, rowsOf(texts, table).map(change))
