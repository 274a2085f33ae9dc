import { expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writingSlices } from '../../../src/core/process/work-slices'
import { writeCompanyArchive } from '../../../src/features/provider/data-transfer/company/company-export'
import { importCompany } from '../../../src/features/provider/data-transfer/company/company-import'
import { assembleCompanyArchive, freeEmails, readCompanyArchive, rowsOf, setRows } from '../../company-archives'
import { createInstallation } from '../../installation'

const contacts = 3000

test('the import of a company may pause before each of its rows', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-slices-'))
  const exporting = await createInstallation()
  await exporting.insertTicket()
  await writeCompanyArchive(exporting.scopeOf('ana'), join(directory, 'valid.tar'))
  const archive = await readCompanyArchive(join(directory, 'valid.tar'))
  const [contact] = rowsOf(archive.texts, 'contacts')
  const rows = Array.from({ length: contacts }, (_, n) => ({
    ...{ ...contact, id: n + 1, name: `Pessoa ${n}`, number: `55119${10_000_000 + n}`, lid: null },
    waJid: `55119${10_000_000 + n}@s.whatsapp.net`,
  }))
  setRows(archive.texts, 'contacts', rows)
  const path = await assembleCompanyArchive(directory, archive)

  const { platform, store, viewerOf } = await createInstallation()
  await freeEmails({ store })
  const pauses = spyOn(writingSlices, 'pause')
  const request = { planId: 1, name: 'Outra', me: viewerOf('root'), address: '10.0.0.1' }
  const { id } = await importCompany(platform, Bun.file(path).stream(), request)
  expect(pauses.mock.calls.filter(([companyId]) => companyId === id).length).toBeGreaterThan(contacts)
  pauses.mockRestore()
  rmSync(directory, { recursive: true })
})
