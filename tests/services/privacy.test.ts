import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive, readArchive } from '../../src/core/backup/archive'
import { listAudit } from '../../src/features/audit/list'
import { exportedContactTables } from '../../src/features/data-transfer/contact-export'
import { exportCompany, exportContact, listExports } from '../../src/features/data-transfer/service'
import { registerFile, saveStream } from '../../src/features/media/files'
import { isUnusedFile, usedIn } from '../../src/features/media/uses'
import { eraseContact } from '../../src/features/privacy/erase'
import { hashOf, listErasures } from '../../src/features/privacy/proof'
import { createInstallation, people } from '../installation'

const installation = await createInstallation()
const { scopeOf, acme, insertContact, insertTicket, ports, jobs, store } = installation
const { sqlite } = store.raw.statements

/** Inserts a customer with rows in every table that refers to contacts, a file and group messages. */
async function insertCustomer(name: string, number: string) {
  const who = await insertContact('acme', { name, number })
  const { id: ticketId, whatsappId } = await insertTicket({ contactId: who.id, status: 'open', userId: people.bob.id })
  const group = await insertTicket({ whatsappId: whatsappId as number })
  const files = await Promise.all(
    ['foto.png', 'grupo.png'].map((file) => saveStream(scopeOf('ana'), new Blob([`${name} ${file}`]).stream(), file)),
  )
  const kind = { mediaType: 'chat', mediaStatus: null, error: null, detail: null, quotedWaId: null } as const
  const said = {
    ...kind,
    whatsappId,
    fromMe: 0,
    origin: 'customer',
    userId: null,
    ack: 3,
    proto: new Uint8Array([7]),
  } as const
  await scopeOf('ana').transaction(async (scope) => {
    for (const file of files) await registerFile(scope, file)
    const own = { ...said, ticketId, contactId: who.id, waId: `W${who.id}`, mediaId: files[0]!.id }
    await scope.db.insert('messages', { ...own, body: `sou ${name}, ${number}` }).execute()
    const there = { ...said, ticketId: group.id, contactId: group.contactId, waId: `G${who.id}`, mediaId: files[1]!.id }
    const words = { body: `aqui ${name}`, senderName: name, participant: `${number}@s.whatsapp.net` }
    await scope.db.insert('messages', { ...there, ...words }).execute()
    await scope.db.insert('ticket_notes', { ticketId, userId: people.bob.id, note: `${name} pediu desconto` }).execute()
    await scope.db.insert('drafts', { ticketId, userId: people.bob.id, body: `Oi ${name}`, at: '2026-01-01' }).execute()
    const jid = `${number}@s.whatsapp.net`
    await scope.db.insert('address_book', { whatsappId: whatsappId as number, jid, number, name }).execute()
  })
  return { ...who, number, ticketId, group, files: files.map(({ path }) => ports.media.absolute(path)) }
}

test('an erased contact is found neither in the database nor in files nor by search', async () => {
  const who = await insertCustomer('Quitéria Zumbrano', '5511977771234')
  await installation.platform.ports.store.idle()
  const { indexNewMessages } = await import('../../src/features/search/index-messages')
  await indexNewMessages(installation.platform)
  const erase = (confirmation: string) =>
    eraseContact(
      scopeOf('ana').from(() => '10.0.0.9'),
      who.id,
      { confirmation, reason: 'pedido por e-mail' },
    )
  await expect(erase('5511977771235')).rejects.toMatchObject({ code: 'ERR_CONFIRMATION' })
  expect(who.files.every((file) => existsSync(file))).toBe(true)

  const proof = await erase('+55 (11) 97777-1234')
  expect(proof).toMatchObject({ actorName: 'Ana', address: '10.0.0.9', reason: 'pedido por e-mail', contactId: who.id })
  expect(proof.counts).toMatchObject({
    tickets: 1,
    messages: 1,
    inGroups: 1,
    notes: 1,
    drafts: 1,
    addresses: 1,
    files: 2,
  })
  expect(who.files.some((file) => existsSync(file))).toBe(false)
  await indexNewMessages(installation.platform)
  const image = Buffer.from(sqlite.serialize())
  for (const trace of ['Quitéria', 'quiteria', '5511977771234', 'Zumbrano', 'zumbrano'])
    expect([trace, image.includes(trace)]).toEqual([trace, false])
  const group = await acme.select('messages').selectAll().where('ticketId', '=', who.group.id).executeTakeFirstOrThrow()
  expect(group).toMatchObject({ body: '', senderName: '', participant: '', isDeleted: 1, proto: null, mediaId: null })
  await expect(erase('5511977771234')).rejects.toMatchObject({ code: 'ERR_NO_CONTACT_FOUND' })
})

test('an erasure proof is found by the number only; proofs form a hash chain that detects changes', async () => {
  const who = await insertCustomer('Outra Pessoa', '5511966665555')
  await eraseContact(scopeOf('ana'), who.id, { confirmation: who.number })
  const found = await listErasures(scopeOf('ana'), { number: '11 96666-5555' })
  expect(found.erasures.map(({ contactId }) => contactId)).toEqual([who.id])
  expect((await listErasures(scopeOf('ana'), { number: '5511900000000' })).erasures).toEqual([])
  expect((await listErasures(scopeOf('rui'), {})).erasures).toEqual([])
  const rows = await acme.select('erasures').selectAll().orderBy('id').execute()
  let before = ''
  for (const { id: _, companyId: _company, actorId: _actor, hash, ...facts } of rows) {
    expect(hash).toBe(hashOf(facts, before))
    before = hash
  }
  expect(() => sqlite.run('delete from erasures')).toThrow('never rewritten')
  const { lines } = await listAudit(scopeOf('ana'), { action: 'erase' })
  expect(lines).toHaveLength(2)
})

test('a file also sent to another contact stays', async () => {
  const [who, other] = [
    await insertCustomer('Primeira', '5511955550001'),
    await insertCustomer('Segunda', '5511955550002'),
  ]
  const shared = await acme
    .select('messages')
    .select('mediaId')
    .where('ticketId', '=', who.ticketId)
    .executeTakeFirstOrThrow()
  await scopeOf('ana').transaction(({ db }) =>
    db.update('messages').set(shared).where('ticketId', '=', other.ticketId).execute(),
  )
  await eraseContact(scopeOf('ana'), who.id, { confirmation: who.number })
  expect(who.files.map((file) => existsSync(file))).toEqual([true, false])
})

test('usedIn lists every column that refers to a file', () => {
  const columns = sqlite
    .query(`select m.name as "table", c.name from sqlite_schema m, pragma_table_info(m.name) c
      where m.type = 'table' and c.name in ('mediaId', 'profilePicUrl') and m.name <> 'data_exports'`)
    .all() as { table: string; name: string }[]
  expect(Object.fromEntries(columns.map(({ table, name }) => [table, name]))).toEqual(usedIn)
})

test('the check whether a file is in use needs only index lookups', () => {
  const { sql } = installation.platform.db.selectFrom('media').select('id').where(isUnusedFile).compile()
  const steps = sqlite.query(`explain query plan ${sql}`).all() as { detail: string }[]
  const plan = steps.map(({ detail }) => detail.replace(/^SEARCH (\S+) USING .*(?=\()/, '$1 '))
  const { announcements: _, ...many } = usedIn // a small table
  for (const [table, column] of Object.entries(many)) expect(plan).toContain(`${table} (companyId=? AND ${column}=?)`)
})

test('a job exports all data of a contact into one archive that can be read back', async () => {
  const who = await insertCustomer('Helena Prado', '5511944443333')
  const asked = await exportContact(scopeOf('ana'), who.id)
  expect((await exportContact(scopeOf('ana'), who.id)).id).toBe(asked.id) // an export is already running
  await jobs.settle()
  const [done] = (await listExports(scopeOf('ana'))).exports
  expect(done).toMatchObject({
    id: asked.id,
    status: 'ready',
    kind: 'contact',
  })
  const answer = await installation.app.handle(new Request(`http://localhost${done!.url}`))
  expect(answer.headers.get('content-disposition')).toContain(`attachment; filename*=UTF-8''contato-${who.id}`)
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-contact-')), 'contato.tar')
  await Bun.write(path, await answer.bytes())
  const { members } = await readArchive(path, /^([a-z_]+\.json|media\/[0-9a-f]{32}(\.[a-z0-9]+)?)$/, 100)
  const read = async (name: string) => (await members.get(name)!.body.json()) as Record<string, unknown>[]
  expect(await read('contacts.json')).toMatchObject([{ name: 'Helena Prado', number: '5511944443333' }])
  expect(await read('messages.json')).toMatchObject([{ body: 'sou Helena Prado, 5511944443333' }])
  expect(await read('ticket_notes.json')).toMatchObject([{ note: 'Helena Prado pediu desconto', user: 'Bob' }])
  expect([...members.keys()].filter((name) => name.startsWith('media/'))).toHaveLength(1)
  expect(JSON.stringify(await read('messages.json'))).not.toMatch(/proto|companyId|waJid/)
  await eraseContact(scopeOf('ana'), who.id, { confirmation: who.number })
  expect((await listExports(scopeOf('ana'))).exports).toEqual([])
  expect((await installation.app.handle(new Request(`http://localhost${done!.url}`))).status).toBe(404)
})

test('a contact export contains every table that refers to contacts', () => {
  const references = sqlite
    .query(`select m.name as "table", f."table" as target from sqlite_schema m, pragma_foreign_key_list(m.name) f
      where m.type = 'table' and f."from" <> 'companyId'`)
    .all() as { table: string; target: string }[]
  const reached = new Set(['contacts'])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { table, target } of references) if (reached.has(target)) reached.add(table)
  }
  reached.delete('ticket_pins') // personal list of an agent
  reached.delete('note_mentions') // only which colleagues saw a note; the note itself has their names
  expect([...exportedContactTables].sort()).toEqual([...reached, 'address_book'].sort())
})

test('events of a company export reach admins only, and an export does not contain earlier exports', async () => {
  installation.published.length = 0
  const { id } = await exportCompany(scopeOf('ana'))
  await jobs.settle()
  const statuses = installation.published.flatMap(({ entity, payload }) =>
    entity === 'dataExport' ? [(payload as { export: { status: string } }).export.status] : [],
  )
  expect(statuses).toEqual(['making', 'ready'])
  expect((await listExports(scopeOf('rui'))).exports).toEqual([])
  expect((await listExports(scopeOf('ana'))).exports[0]).toMatchObject({ id, status: 'ready' })
})

test('a failed archive leaves no file', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-abandoned-')), 'x.tar')
  const archive = await Archive.create(path)
  await archive.addText('a.json', ['[]'])
  await archive.abandon()
  expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
})
