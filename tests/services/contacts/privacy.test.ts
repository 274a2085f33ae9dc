import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Archive } from '../../../src/core/backup/archive'
import { unpackZip } from '../../../src/core/parsers/zip'
import { eraseContact } from '../../../src/features/contacts/privacy/erase'
import { hashOf, listErasures } from '../../../src/features/contacts/privacy/proof'
import { listAudit } from '../../../src/features/platform/audit/list'
import { registerFile, saveStream } from '../../../src/features/platform/media/files'
import { isUnusedFile, usedIn } from '../../../src/features/platform/media/uses'
import { exportedContactTables } from '../../../src/features/provider/data-transfer/contact/contact-archive'
import { writeContactArchive } from '../../../src/features/provider/data-transfer/contact/contact-export'
import { exportCompany, exportContact, listExports } from '../../../src/features/provider/data-transfer/service'
import { createInstallation, people } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { storedBytes } from '../../stored-rows'

const installation = await createInstallation()
const { scopeOf, acme, insertContact, insertTicket, ports, jobs, store } = installation

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
    await scope.db.update('tickets').set({ isGroup: 1 }).where('id', '=', group.id).execute()
    for (const file of files) await registerFile(scope, file)
    const own = { ...said, ticketId, contactId: who.id, waId: `W${who.id}`, mediaId: files[0]!.id }
    await scope.db.insert('messages', { ...own, body: `sou ${name}, ${number}` }).execute()
    const there = { ...said, ticketId: group.id, contactId: group.contactId, waId: `G${who.id}`, mediaId: files[1]!.id }
    const words = { body: `aqui ${name}`, senderName: name, participant: `${number}@s.whatsapp.net` }
    await scope.db.insert('messages', { ...there, ...words }).execute()
    const answer = { ...there, waId: `A${who.id}`, mediaId: null, participant: '5511900000009@s.whatsapp.net' }
    const proto = new TextEncoder().encode(`quote ${number}@s.whatsapp.net ${name}`)
    const quote = JSON.stringify({ quoted: { id: null, senderName: '', body: `aqui ${name}` } })
    await scope.db.insert('messages', { ...answer, body: `@${number} combinado`, proto, detail: quote }).execute()
    await scope.db.insert('ticket_notes', { ticketId, userId: people.bob.id, note: `${name} pediu desconto` }).execute()
    await scope.db.insert('drafts', { ticketId, userId: people.bob.id, body: `Oi ${name}`, at: '2026-01-01' }).execute()
    const jid = `${number}@s.whatsapp.net`
    await scope.db.insert('address_book', { whatsappId: whatsappId as number, jid, number, name }).execute()
    const none = { searchText: 'clientes', deletedAt: null }
    const list = await scope.db
      .insert('contact_lists', { name: 'Clientes', ...none })
      .returning('id')
      .execute()
    const contactListId = list[0]?.id as number
    const person = { name, searchText: name, number, waJid: jid, checkedAt: '2026-01-01' }
    await scope.db.insert('contact_list_items', { contactListId, ...person }).execute()
    await scope.db.insert('whatsapp_addresses', { number, jid, checkedAt: '2026-01-01' }).execute()
    const file = { sourceDetail: null, mediaId: null, preview: null, layout: null, reason: null, total: null }
    const made = { contactListId, source: 'file' as const, userId: null, endedAt: null, ...file }
    const imports = await scope.db.insert('contact_imports', made).returning('id').execute()
    const refused = { importId: imports[0]?.id as number, row: 2, name, number, fault: 'known' as const, other: name }
    await scope.db.insert('contact_import_errors', refused).execute()
    const ids = [number, `${number}.0`, `${number}_reverse`, `${number}:7`, `120@g.us::${number}::0`]
    const key = { whatsappId: whatsappId as number, type: 'any', value: new Uint8Array([1]) }
    await scope.db
      .insert(
        'wa_keys',
        ids.map((keyId) => ({ ...key, keyId })),
      )
      .execute()
  })
  return { ...who, number, ticketId, group, files: files.map(({ path }) => ports.media.absolute(path)) }
}

test('an erased contact is found neither in the database nor in files nor by search', async () => {
  const who = await insertCustomer('Quitéria Zumbrano', '5511977771234')
  await installation.platform.ports.store.idle()
  const { indexNewMessages } = await import('../../../src/features/inbox/search/index-messages')
  await indexNewMessages(installation.platform, 0)
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
  await jobs.settle()
  await indexNewMessages(installation.platform, 0)
  const image = await storedBytes(store)
  for (const trace of ['Quitéria', 'quiteria', '5511977771234', 'Zumbrano', 'zumbrano'])
    expect([trace, image.includes(trace)]).toEqual([trace, false])
  const ofGroup = acme.select('messages').selectAll().where('ticketId', '=', who.group.id)
  const [group, answer] = await ofGroup.orderBy('id').execute()
  expect(answer).toMatchObject({ body: '@••• combinado', proto: null, detail: null, isDeleted: 0 })
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
  await expect(store.write(async (tx) => tx.run('delete from erasures', []))).rejects.toThrow('never rewritten')
  const { lines } = await listAudit(scopeOf('ana'), { action: 'erase' })
  expect(lines).toHaveLength(2)
})

test('an erasure keeps the keys of another person whose number begins with the same digits', async () => {
  const who = await insertCustomer('Nina Prado', '551133334444')
  const { whatsappId } = await acme.select('wa_keys').select('whatsappId').limit(1).executeTakeFirstOrThrow()
  const other = { whatsappId, type: 'any', keyId: '5511333344445.0', value: new Uint8Array([1]) }
  await acme.transaction((tx) => tx.insert('wa_keys', other).execute())
  await eraseContact(scopeOf('ana'), who.id, { confirmation: who.number })
  const left = await acme.select('wa_keys').select('keyId').where('keyId', 'like', '%33334444%').execute()
  expect(left).toEqual([{ keyId: '5511333344445.0' }])
})

test('an erasure deletes earlier exports of the company, which contain the person', async () => {
  const who = await insertCustomer('Rosa Melo', '5511922223333')
  const started = await exportCompany(scopeOf('ana'))
  await installation.jobs.settle()
  const row = () => acme.select('data_exports').select('mediaId').where('id', '=', started.id).executeTakeFirst()
  const file = await acme
    .select('media')
    .select('path')
    .where('id', '=', (await row())?.mediaId ?? '')
    .executeTakeFirstOrThrow()
  const path = installation.ports.media.absolute(file.path)
  expect(existsSync(path)).toBe(true)
  await eraseContact(scopeOf('ana'), who.id, { confirmation: who.number })
  expect([existsSync(path), await row()]).toEqual([false, undefined])
})

test('an erasure keeps a file that was also sent to another contact', async () => {
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

sqliteTest('usedIn lists every column that refers to a file', () => {
  const { sqlite } = store.raw.statements
  const columns = sqlite
    .query(`select m.name as "table", c.name from sqlite_schema m, pragma_table_info(m.name) c
      where m.type = 'table' and c.name in ('mediaId', 'profilePicUrl') and m.name <> 'data_exports'`)
    .all() as { table: string; name: string }[]
  expect(Object.fromEntries(columns.map(({ table, name }) => [table, name]))).toEqual(usedIn)
})

sqliteTest('the check whether a file is in use needs only index lookups', () => {
  const { sqlite } = store.raw.statements
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
  const headers = { authorization: `Bearer ${await installation.tokenOf('ana')}` }
  const answer = await installation.app.handle(new Request(`http://localhost${done!.url}`, { headers }))
  expect(answer.headers.get('content-disposition')).toContain(`attachment; filename*=UTF-8''contato-${who.id}`)
  const members = await unpackZip(await answer.bytes(), { bytes: 10_000_000, members: 100 })
  const textOf = (name: string) => new TextDecoder().decode(members.get(name))
  const read = async (name: string) => JSON.parse(textOf(`json/${name}`)) as Record<string, unknown>[]
  expect(await read('contacts.json')).toMatchObject([{ name: 'Helena Prado', number: '5511944443333' }])
  expect(await read('messages.json')).toMatchObject([{ body: 'sou Helena Prado, 5511944443333' }])
  expect(await read('ticket_notes.json')).toMatchObject([{ note: 'Helena Prado pediu desconto', user: 'Bob' }])
  const files = [...members.keys()].filter((name) => name.startsWith('media/'))
  expect(files).toHaveLength(1)
  const page = textOf('dados-pessoais.html')
  for (const text of ['Helena Prado', '+5511944443333', 'sou Helena Prado', 'Helena Prado pediu desconto', files[0]!])
    expect(page).toContain(text)
  expect(JSON.stringify(await read('messages.json'))).not.toMatch(/proto|companyId|waJid/)
  await eraseContact(scopeOf('ana'), who.id, { confirmation: who.number })
  expect((await listExports(scopeOf('ana'))).exports).toEqual([])
  expect((await installation.app.handle(new Request(`http://localhost${done!.url}`))).status).toBe(404)
})

sqliteTest('a contact export contains every table that refers to contacts', () => {
  const { sqlite } = store.raw.statements
  const references = sqlite
    .query(`select m.name as "table", f."table" as target from sqlite_schema m, pragma_foreign_key_list(m.name) f
      where m.type = 'table' and f."from" <> 'companyId'`)
    .all() as { table: string; target: string }[]
  const reached = new Set(['contacts'])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { table, target } of references) if (reached.has(target)) reached.add(table)
  }
  const byNumber = [
    ...['address_book', 'opt_outs', 'contact_list_items', 'contact_import_errors'],
    'campaign_recipients',
  ]
  for (const personal of ['ticket_pins', 'message_stars']) reached.delete(personal) // lists of an agent
  reached.delete('begun_chats') // only the hour in which the ticket began, for the health of the number
  reached.delete('note_mentions') // only which colleagues saw a note; the note itself has their names
  expect([...exportedContactTables].sort()).toEqual([...reached, ...byNumber].sort())
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

test('a reason that names the erased person is stored without name and number', async () => {
  const who = await insertCustomer('Zoraide Quintela', '5511922221111')
  const reason = 'Pedido de zoraide quintela, (11) 92222-1111 e +55 11 92222 1111, protocolo 2026-0045'
  const { reason: stored } = await eraseContact(scopeOf('ana'), who.id, { confirmation: who.number, reason })
  expect(stored).toBe('Pedido de •••, ••• e ••• , protocolo 2026-0045')
})

test('the document of a contact shows markup as text, and times in the company’s zone as on the screens', async () => {
  const who = await insertCustomer('<script>alert(1)</script> & "filhos"', '5511933332222')
  await acme.transaction((tx) =>
    tx
      .update('messages')
      .set({ body: '<img src=x onerror=alert(1)>', createdAt: '2026-03-02T02:30:05.000Z' })
      .where('contactId', '=', who.id)
      .execute(),
  )
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-contact-')), 'contato.zip')
  await writeContactArchive(scopeOf('ana'), path, who.id)
  const members = await unpackZip(await Bun.file(path).bytes(), { bytes: 10_000_000, members: 100 })
  const page = new TextDecoder().decode(members.get('dados-pessoais.html'))
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;filhos&quot;')
  expect(page).not.toMatch(/<script|<img src=x/)
  expect(page).toContain('01/03/2026 23:30:05')
  const speak = (language: 'en' | 'pt') =>
    store.write(({ kysely }) => kysely.updateTable('companies').set({ language }).execute())
  await speak('en')
  await writeContactArchive(scopeOf('ana'), path, who.id)
  const english = await unpackZip(await Bun.file(path).bytes(), { bytes: 10_000_000, members: 100 })
  expect(new TextDecoder().decode(english.get('personal-data.html'))).toContain('01/03/2026 23:30:05')
  await speak('pt')
})

test('an export that fails leaves no file', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'balcao-abandoned-')), 'x.tar')
  const archive = await Archive.create(path)
  await archive.addText('a.json', ['[]'])
  await archive.abandon()
  expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false])
})
