import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { newestMigration } from '../../../src/core/storage/applied-migrations'
import type { CompanyId } from '../../../src/core/storage/schema'
import { importCompany } from '../../../src/features/provider/data-transfer/company/company-import'
import { convertCompanies } from '../../../src/features/provider/former-system/convert'
import { dumpSource } from '../../../src/features/provider/former-system/source'
import { ofCompanies, type Tables, writeDump } from '../../former-system/dump'
import { createInstallation } from '../../installation'
import { sizeOf } from '../../size'
import { brokenReferences } from '../../stored-rows'

const folder = mkdtempSync(join(tmpdir(), 'balcao-former-system-'))
afterAll(() => rmSync(folder, { recursive: true }))
const installation = await createInstallation()
const schema = await newestMigration(installation.platform.handle)
let names = 0

/** Converts a dump of these tables and stores its companies; returns what was counted and lost in each. */
async function bring(tables: Tables) {
  const dump = join(folder, 'dump.sql')
  writeDump(dump, tables)
  const emails = new Set<string>()
  const isTaken = (email: string) => emails.has(email) || !emails.add(email)
  const { companies } = await convertCompanies({ source: dumpSource(dump), files: null, work: folder, schema, isTaken })
  const brought = []
  for (const company of companies) {
    const body = Bun.file(await company.write()).stream()
    // A name and addresses of their own for each run, because rows stay in the installation.
    const asked = { planId: 1, name: `Empresa ${++names}`, me: installation.viewerOf('root'), address: '' }
    const { id } = await importCompany(installation.platform, body, asked)
    brought.push({ id, counts: company.counts, losses: company.losses.lines() })
    await freeAddresses(id)
    company.remove()
  }
  return brought
}

/** Gives the people of a company other addresses, so that the next run may bring the same people. */
const freeAddresses = (companyId: CompanyId) =>
  installation.platform.transaction(async ({ db }) => {
    const users = await db.selectFrom('users').select('id').where('companyId', '=', companyId).execute()
    for (const { id } of users)
      await db
        .updateTable('users')
        .set({ email: `${id}@freed.test` })
        .where('id', '=', id)
        .execute()
  })

const strange = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    '0',
    '-1',
    't',
    'f',
    'null',
    '\\N',
    '99999999999999999999',
    '2024-02-30 25:00:00+00',
    '\u0000',
    '#GG0000',
  ),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.emailAddress(),
  fc.constantFrom('a@b.c', 'á@x.com', 'x@y..z', '"a b"@c.d', 'A@B.COM', `${'a'.repeat(300)}@b.co`),
  fc.integer({ min: -3, max: 40 }).map(String),
)
/** Tables of a real dump in which some values are others, and some rows come twice. */
const wild = fc
  .array(fc.record({ table: fc.nat(), row: fc.nat(), column: fc.nat(), value: strange, twice: fc.boolean() }), {
    maxLength: 25,
  })
  .map((changes) => {
    const tables = ofCompanies()
    const all = Object.keys(tables)
    for (const { table, row, column, value, twice } of changes) {
      const rows = tables[all[table % all.length] as string] ?? []
      const changed = { ...rows[row % rows.length] }
      changed[Object.keys(changed)[column % Object.keys(changed).length] as string] = value
      if (twice) rows.push(changed)
      else rows[row % rows.length] = changed
    }
    return tables
  })

test('any values in the rows of a dump are brought or left out with a reason, and references stay whole', async () => {
  await fc.assert(
    fc.asyncProperty(wild, async (tables) => {
      const brought = await bring(tables)
      expect(brought.length).toBe(tables.Companies?.length ?? 1)
      expect(await brokenReferences(installation.store)).toEqual([])
    }),
    { numRuns: sizeOf({ everyday: 25, full: 400 }) },
  )
}, 600_000)

test('a company whose people are all left out gets an admin, whom the report names', async () => {
  const tables = ofCompanies()
  tables.Users = (tables.Users ?? []).map((user) => ({ ...user, email: 'not an address' }))
  const brought = await bring(tables)
  for (const { losses } of brought) expect(losses.join()).toContain('no admin')
})
