import { Database } from 'bun:sqlite'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile } from '../../src/core/storage/data-directory'
import { writeCompanyArchive } from '../../src/features/provider/data-transfer/company/company-export'
import { type ArchiveContent, assembleCompanyArchive, mapRows, readCompanyArchive } from '../company-archives'
import { cleanUp, serve, signIn } from '../executable/balcao'
import { createInstallationWithTargets } from '../http/access/installation'
import { openCompany, withoutWhatsApp } from './companies'
import { residentBytes } from './memory'

export type ArchiveImports = Awaited<ReturnType<typeof openArchiveImports>>

/** A serving executable with the company of a neighbour, and a valid company archive; imports changed copies of it. */
export async function openArchiveImports() {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-archives-'))
  const valid = await exportValid(join(directory, 'valid.tar'))
  const serving = await serve({ ...withoutWhatsApp, BALCAO_LOG_LEVEL: 'warn' })
  const token = (await signIn(serving)) as string
  const neighbour = await openCompany({ ...serving, providerToken: token }, 'Vizinha')
  let imports = 0
  return {
    serving,
    valid,

    async importArchive(body: Blob | Uint8Array<ArrayBuffer>) {
      const path = `/api/companies/import?planId=1&name=Vez${++imports}`
      const init = { method: 'POST', body, headers: { authorization: `Bearer ${token}` } }
      const answer = await fetch(`${serving.url}${path}`, init)
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },

    /** Bytes of an archive of the valid content after `change`, with new e-mails. */
    async writeArchive(change: (file: ArchiveContent) => void) {
      const file = { texts: { ...valid.texts }, manifest: { ...valid.manifest } }
      mapRows(file.texts, 'users', (row) => ({ ...row, email: `${crypto.randomUUID()}@x.test` }))
      change(file)
      const path = await assembleCompanyArchive(directory, file)
      const bytes = await Bun.file(path).bytes()
      rmSync(path)
      return bytes
    },

    /**
     * Lists tickets of the neighbour until `work` ends; returns its result, the most CPU time of the main thread in ms
     * until a list was answered, and the peak of memory. @throws Error when a list is refused
     */
    async besideNeighbour<R>(work: Promise<R>) {
      const before = await residentBytes(serving)
      let [longest, peak, isOver] = [0, 0, false]
      const ended = work.finally(() => {
        isOver = true
      })
      const headers = { authorization: `Bearer ${neighbour.token}` }
      while (!isOver) {
        const start = serving.mainThreadMs()
        const { status } = await serving.get('/api/tickets?status=open', headers)
        if (status !== 200) throw new Error(`the neighbour got ${status}`)
        longest = Math.max(longest, serving.mainThreadMs() - start)
        peak = Math.max(peak, (await residentBytes(serving)) - before)
        await Bun.sleep(5)
      }
      return { result: await ended, longest, peak }
    },

    contentOfInstallation: () => contentOf(serving.dataDir),

    async close() {
      await cleanUp()
      rmSync(directory, { recursive: true })
    },
  }
}

async function exportValid(path: string): Promise<ArchiveContent> {
  const exporting = await createInstallationWithTargets()
  await writeCompanyArchive(exporting.scopeOf('ana'), path)
  return readCompanyArchive(path)
}

/** Number of rows of each table that an import fills, and the files of media. */
function contentOf(dataDir: string) {
  const database = new Database(databaseFile(dataDir), { readonly: true })
  const tables = ['companies', 'users', 'contacts', 'tickets', 'messages', 'media', 'queue_options', 'company_keys']
  const has = database.query('select 1 from sqlite_schema where name = ?')
  const rows = tables
    .filter((table) => has.get(table))
    .map((table) => [table, database.query(`select count(*) as n from ${table}`).get()])
  database.close()
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
  return {
    rows,
    files: files
      .filter((file) => file.isFile())
      .map(({ name }) => name)
      .sort(),
  }
}
